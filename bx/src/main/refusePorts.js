// src/main/refusePorts.ts
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { SettingsInvalid } from "../config.js";
import { consolePort, refuseOpenConsole } from "./console.js";
import { rolesOf } from "./options.js";
import { submissionCertificate } from "./submission.js";
async function refusePorts(settings) {
  const listeners = listenersOf(settings);
  const taken = [];
  for (const { prefix, host, port } of listeners) {
    const addresses = await addressesOf(`${prefix}_HOST`, host);
    const other = taken.find((one) => port !== 0 && one.port === port && overlap(one.addresses, addresses));
    if (other !== void 0)
      throw new SettingsInvalid(
        `${prefix}_PORT is ${port}, which is ${other.prefix}_PORT too: choose another one.`
      );
    taken.push({ prefix, host, port, addresses });
  }
  if (listeners.some(({ prefix }) => prefix === "POSTLEDGER_SUBMISSION")) submissionCertificate(settings);
  refuseOpenConsole(settings);
  for (const { prefix, host, port } of listeners)
    if (prefix !== "POSTLEDGER_BOUNCE") await refusePort(prefix, host, port);
}
function listenersOf(settings) {
  const { api, background } = rolesOf(settings);
  const { POSTLEDGER_BOUNCE_HOST: intakeHost, POSTLEDGER_BOUNCE_PORT: intake } = settings;
  const { POSTLEDGER_SUBMISSION_HOST: submissionHost, POSTLEDGER_SUBMISSION_PORT: submission } = settings;
  const { POSTLEDGER_ADMIN_HOST: adminHost, POSTLEDGER_ADMIN_PORT: admin } = settings;
  const port = consolePort(settings);
  const named = settings.POSTLEDGER_CONSOLE_PORT === void 0 ? void 0 : port ?? void 0;
  const all = [
    {
      prefix: "POSTLEDGER",
      host: settings.POSTLEDGER_HOST,
      port: api ? settings.POSTLEDGER_PORT : void 0
    },
    { prefix: "POSTLEDGER_BOUNCE", host: intakeHost, port: background.has("sender") ? intake : void 0 },
    { prefix: "POSTLEDGER_SUBMISSION", host: submissionHost, port: api ? submission : void 0 },
    { prefix: "POSTLEDGER_ADMIN", host: adminHost, port: admin },
    // A port that no setting names is left alone where it is in use.
    { prefix: "POSTLEDGER_CONSOLE", host: settings.POSTLEDGER_CONSOLE_HOST, port: named }
  ];
  return all.flatMap(({ port: port2, ...one }) => port2 === void 0 ? [] : [{ ...one, port: port2 }]);
}
async function refusePort(prefix, host, port) {
  const server = createServer().listen({ host, port });
  try {
    await once(server, "listening");
  } catch (error) {
    throw new SettingsInvalid(sentenceFor(error.code ?? "", prefix, host, port));
  }
  server.close();
  await once(server, "close");
}
var ANY = /* @__PURE__ */ new Set(["0.0.0.0", "::"]);
var overlap = (some, others) => some.some((one) => others.some((other) => one === other || ANY.has(one) || ANY.has(other)));
async function addressesOf(setting, host) {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new SettingsInvalid(`${setting} is ${host}, which has no address here.`);
  }
}
function sentenceFor(code, prefix, host, port) {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use, by another program or by a service that runs already: stop that one, or set ${prefix}_PORT to another port.`;
    case "EADDRNOTAVAIL":
      return `${prefix}_HOST is ${host}, which is no address of this machine.`;
    case "EACCES":
      return `${prefix}_PORT is ${port}, which needs a right: choose one from 1024 up, ${wayTo(prefix)}.`;
    default:
      return `${prefix}_HOST ${host} with ${prefix}_PORT ${port} cannot be listened on: ${code}.`;
  }
}
var wayTo = (prefix) => prefix === "POSTLEDGER_SUBMISSION" ? "and redirect that one to it (docs/submission.md)" : "with a proxy in front of it";
export {
  refusePorts
};
//# sourceMappingURL=refusePorts.js.map
