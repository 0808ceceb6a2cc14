// src/main/console.ts
import { createHash } from "node:crypto";
import { dnsRecords } from "../adapters/dns/records.js";
import { readPosition } from "../adapters/position.js";
import { SettingsInvalid } from "../config.js";
import { isLoopback, partitionsOf, rolesOf } from "./options.js";
var CONSOLE_PORT = 3026;
function consolePort(settings) {
  const { POSTLEDGER_CONSOLE_PORT: port, EVENTSTORE_URL, MONGODB_URL } = settings;
  if (!rolesOf(settings).api || port === "off") return null;
  const isOneMachine = EVENTSTORE_URL === void 0 && MONGODB_URL === void 0;
  return port ?? (isOneMachine ? CONSOLE_PORT : null);
}
function refuseOpenConsole(settings) {
  const { POSTLEDGER_CONSOLE_HOST: host, POSTLEDGER_CONSOLE_URL: url } = settings;
  if (consolePort(settings) === null) return;
  const isHttps = url?.startsWith("https://") === true;
  if (url !== void 0 && !isHttps && !isLoopback(new URL(url).hostname))
    throw new SettingsInvalid(`POSTLEDGER_CONSOLE_URL is ${url}: it must begin with https://.`);
  if (!isLoopback(host) && !isHttps)
    throw new SettingsInvalid(
      `POSTLEDGER_CONSOLE_HOST is ${host}: set POSTLEDGER_CONSOLE_URL to the https address of a proxy in front of it.`
    );
}
async function openConsole(settings, dependencies) {
  const port = consolePort(settings);
  if (port === null) return null;
  const { POSTLEDGER_CONSOLE_HOST: host, POSTLEDGER_CONSOLE_URL: url, POSTLEDGER_BOUNCE_DOMAIN } = settings;
  const { log, tokens } = dependencies;
  const { buildConsole } = await import("../console/consoleApp.js");
  const app = await buildConsole({
    ...dependencies,
    dns: dnsRecords(),
    options: {
      url: url ?? null,
      positionIn: readPosition,
      partitions: partitionsOf(settings),
      bounceDomain: POSTLEDGER_BOUNCE_DOMAIN ?? null,
      cookieKey: createHash("sha256").update(tokens.sign("console", Buffer.from("cookies"))).digest()
    }
  });
  try {
    const address = await app.listen({ host, port });
    log.info({ url: url ?? address }, "the console is there; `postledger console login` prints a link to it");
    return app;
  } catch (error) {
    await app.close();
    const isTaken = error.code === "EADDRINUSE";
    if (!isTaken || settings.POSTLEDGER_CONSOLE_PORT !== void 0) throw error;
    log.warn(
      { port },
      "the port of the console is in use: there is none until POSTLEDGER_CONSOLE_PORT names another"
    );
    return null;
  }
}
export {
  consolePort,
  openConsole,
  refuseOpenConsole
};
//# sourceMappingURL=console.js.map
