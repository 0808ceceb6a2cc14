// src/cli/commands/serve.ts
import { resolve } from "node:path";
import { FIRST_KEY_FILE } from "../../main/firstKeyFile.js";
import { httpAddress } from "../../main/options.js";
import { runChecks } from "../doctor/check.js";
import { intakeChecks } from "../doctor/intakeChecks.js";
import { machineChecks } from "../doctor/machineChecks.js";
import { linksCheck } from "../doctor/settingsChecks.js";
var serveCommand = (program, cli) => {
  const command = program.command("serve").description("run the service until it is asked to stop").option("--new", "begin a new ledger also where read models or contents of another one lie");
  cli.action(command, async ({ settings, host, options }) => {
    host.onService?.();
    const { serve } = await import("../../main/serve.js");
    const stop = new AbortController();
    const asked = untilAsked().then(() => stop.abort());
    host.onInterrupt?.(() => {
    });
    const showFirstKey = host.isTerminal ? (key) => host.stdout(firstKeyText(key)) : null;
    const service = await serve(settings, {
      ...{ env: host.env, asked: stop.signal, isNew: options.new === true, showFirstKey },
      checks: () => cheapChecks(settings)
    });
    if (!stop.signal.aborted) {
      const { url, firstKey } = service;
      const file = resolve(settings.POSTLEDGER_DATA, FIRST_KEY_FILE);
      const key = host.isTerminal ? firstKey : `$(cat '${file}')`;
      if (firstKey !== null && !host.isTerminal)
        host.stdout(`This is the first start: the key of workspace \`default\` is in ${file}.
`);
      host.stdout(startUpBanner(url, docsAt(settings, url), firstKey === null ? null : key));
    }
    await asked;
    await service.stop();
    return null;
  });
};
async function cheapChecks(settings) {
  const machine = machineChecks(settings).filter(({ name }) => name !== "disk space");
  const checks = [...machine, linksCheck(settings), ...intakeChecks(settings, Date.now())];
  return (await runChecks(checks, /* @__PURE__ */ new Set())).found;
}
function untilAsked() {
  return new Promise((resolve2) => {
    let asked = 0;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
      process.on(signal, () => {
        asked += 1;
        if (asked > 1 && signal === "SIGINT") process.exit(130);
        resolve2();
      });
    }
  });
}
var firstKeyText = (key) => `
This is the first start: workspace \`default\` is open, and this is its key. It is not shown again.

  ${key}

`;
function docsAt({ POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: port }, url) {
  if (port === void 0) return `${url}/docs`;
  return port === 0 ? null : `${httpAddress(host, port)}/docs`;
}
function startUpBanner(url, docs, key) {
  if (url === null) return "Postledger is running without the api role.\n";
  const runs = `Postledger is listening on ${url}${docs === null ? "" : ` (API reference: ${docs})`}
`;
  return key === null ? runs : `${runs}
Send a first message:

${curlLine(url, key)}

`;
}
function curlLine(url, key) {
  const addresses = { from: "hello@example.org", to: "transactional@example.com" };
  const body = { ...addresses, subject: "Hello", text: "A first message." };
  return [
    `curl -i -X POST ${url}/v1/emails`,
    `-H "Authorization: Bearer ${key}"`,
    "-H 'Idempotency-Key: first-message'",
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`
  ].join(" ");
}
export {
  serveCommand
};
//# sourceMappingURL=serve.js.map
