// src/settings/forms.ts
import { statSync } from "node:fs";
import { isIP } from "node:net";
import { parseNetworks } from "../queues/networks.js";
var textForm = (expected, example, isRight) => ({
  expected,
  example,
  read: (text) => isRight(text) ? text : void 0
});
var wholeNumber = (least, most = Number.MAX_SAFE_INTEGER, example = least) => ({
  expected: most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least} up` : `a whole number from ${least} to ${most}`,
  example: String(example),
  read(text) {
    const value = Number(text);
    return /^\d{1,16}$/.test(text) && value >= least && value <= most ? value : void 0;
  }
});
var port = (example) => wholeNumber(0, 65535, example);
var portOrOff = (example) => ({
  ...port(example),
  expected: `${port(example).expected}, or \`off\``,
  read: (text) => text === "off" ? text : port(example).read(text)
});
var oneOf = (...names) => ({
  expected: `one of ${names.join(", ")}`,
  example: names[0],
  read: (text) => names.find((name) => name === text)
});
var listOf = (names, example) => textForm(
  `\`all\`, or a comma list of ${names.join(", ")} without spaces`,
  example,
  (text) => text === "all" || text.split(",").every((name) => names.includes(name))
);
var LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
var NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
var LONGEST_NAME = 180;
var isName = (text) => text.length <= LONGEST_NAME && NAME.test(text);
var domainName = (example) => textForm("one domain name", example, (text) => isName(text) && isIP(text) === 0);
var hostName = (example) => textForm(
  "one host name with its domain",
  example,
  (text) => isName(text) && /\.[A-Za-z][A-Za-z0-9-]*$/.test(text)
);
var listenHost = textForm(
  "an address of this machine or its name, without brackets and port",
  "127.0.0.1",
  (text) => isIP(text) !== 0 || isName(text)
);
var WEB_ADDRESS = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(\/[A-Za-z0-9._~-]+)*\/?$/;
var webAddress = (example) => ({
  expected: "an address that begins with http:// or https://, without a user, a password, a query and characters that need escaping",
  example,
  read: (text) => WEB_ADDRESS.test(text) && URL.canParse(text) ? text.replace(/\/$/, "") : void 0
});
var webOrigin = (example) => {
  const { expected, read } = webAddress(example);
  return {
    expected: `${expected}, and without a path`,
    example,
    read: (text) => /^https?:\/\/[^/]+\/?$/.test(text) ? read(text) : void 0
  };
};
var SERVER = /^(\[[0-9A-Fa-f:.]+\]|[\w.%-]+)(:\d{1,5})?$/;
function namesServers(rest) {
  const [authority = ""] = rest.split(/[/?]/, 1);
  const servers = authority.slice(authority.lastIndexOf("@") + 1);
  if (servers === "") return authority === "" && /^\/[^/]/.test(rest);
  return servers.split(",").every((server) => {
    const found = SERVER.exec(server);
    return found !== null && Number(found[2]?.slice(1) ?? 0) <= 65535;
  });
}
var serverAddress = (schemes, rest) => textForm(
  `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}, then the server's name and its port`,
  `${schemes[0]}://${rest}`,
  (text) => schemes.some(
    (scheme) => text.startsWith(`${scheme}://`) && namesServers(text.slice(scheme.length + 3))
  )
);
var networks = textForm(
  "a comma list of networks, each with its length, and no bit set after that",
  "10.0.0.0/8,fd00::/8",
  (text) => {
    try {
      return parseNetworks(text).length > 0;
    } catch {
      return false;
    }
  }
);
function listIn(text) {
  return text.split(",").flatMap((entry) => entry.trim() || []);
}
var addresses = textForm(
  "a comma list of IP addresses",
  "192.0.2.7,2001:db8::7",
  (text) => listIn(text).length > 0 && listIn(text).every((entry) => isIP(entry) !== 0)
);
var folder = (example) => textForm(
  "a path of a folder, or of one that can be made; ~ does not stand for the home folder here",
  example,
  (text) => {
    if (text.startsWith("~")) return false;
    try {
      return statSync(text, { throwIfNoEntry: false })?.isDirectory() !== false;
    } catch (error) {
      return error.code !== "ENOTDIR";
    }
  }
);
var file = (example) => textForm("a path of a file", example, (text) => !text.startsWith("~") && !text.endsWith("/"));
var textUpTo = (most, example) => textForm(`a text of 1 to ${most} characters`, example, (text) => text.trim() !== "" && text.length <= most);
var masterKeyForm = textForm(
  "64 hex digits from a random source",
  "what `openssl rand -hex 32` prints",
  (text) => /^[0-9a-fA-F]{64}$/.test(text) && !/^0+$/.test(text)
);
export {
  addresses,
  domainName,
  file,
  folder,
  hostName,
  listIn,
  listOf,
  listenHost,
  masterKeyForm,
  networks,
  oneOf,
  port,
  portOrOff,
  serverAddress,
  textUpTo,
  webAddress,
  webOrigin,
  wholeNumber
};
//# sourceMappingURL=forms.js.map
