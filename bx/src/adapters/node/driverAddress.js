// src/adapters/node/driverAddress.ts
import { accessSync, constants } from "node:fs";
var DriverAddressInvalid = class extends Error {
  name = "DriverAddressInvalid";
};
function openByAddress(setting, url, open, knows = () => true) {
  const options = url.slice(url.indexOf("?") + 1);
  if (url.includes("?") && /[@?]/.test(options))
    throw new DriverAddressInvalid(
      `${setting} has a @ or a second ? after its first ?: in a user name, password or file they are written as %40 and %3F.`
    );
  const unknown = url.includes("?") ? [...new URLSearchParams(options).keys()].filter((name) => !knows(name)) : [];
  if (unknown.length > 0) throw unknownOptions(setting, unknown.join(", "));
  for (const [name, path] of url.includes("?") ? new URLSearchParams(options) : [])
    if (FILE_OPTION.test(name)) refuseUnreadable(setting, name, path);
  try {
    return open();
  } catch (error) {
    if (error instanceof DriverAddressInvalid) throw error;
    const { message } = Object(error);
    const [, named] = /^options? (.+) (?:is|are) not supported$/.exec(String(message)) ?? [];
    if (named !== void 0) throw unknownOptions(setting, named);
    throw new DriverAddressInvalid(
      `${setting} is an address that its driver does not take: look for a port, an option or an encoding that is wrong. Signs like @, :, / and % in a password are written as %40, %3A, %2F and %25.`
    );
  }
}
var FILE_OPTION = /^(?:tls|user).*file$/i;
function refuseUnreadable(setting, option, path) {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const isMissing = error.code === "ENOENT";
    const why = isMissing ? "which does not exist" : "which cannot be read";
    throw new DriverAddressInvalid(`${setting}: ${option} names the file ${path}, ${why}.`);
  }
}
var unknownOptions = (setting, names) => new DriverAddressInvalid(
  `${setting} has options that the driver does not know: ${names}. Correct or remove them.`
);
export {
  DriverAddressInvalid,
  openByAddress
};
//# sourceMappingURL=driverAddress.js.map
