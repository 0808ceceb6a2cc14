// src/cli/commands/console.ts
import { Option } from "commander";
import { positionsOf } from "../../audit/sealSearch.js";
import {
  endConsoleSessions,
  LINK_LIFE_MS,
  offerConsoleLogin,
  SESSION_LIFE_MS
} from "../../commands/console/consoleLogin.js";
import { consolePort } from "../../main/console.js";
import { httpAddress } from "../../main/options.js";
import { instant } from "../../ports/clock.js";
import { logPages } from "../../runtime/rebuild/logPages.js";
import { CliError } from "../cli.js";
import { operatorOrigin, workspaceNamed } from "../workspaceNamed.js";
var PAGE = 500;
var ROLES = ["viewer", "support", "operator", "auditor"];
var consoleCommand = (program, cli) => {
  const group = program.command("console").description("the pages for support, operators and auditors");
  const login = group.command("login").description("print a link to the console that works once, within ten minutes").addOption(
    new Option("--role <role>", "what the person may see and do").choices(ROLES).default("operator")
  ).option("--all", "every workspace, not the one of --workspace alone");
  cli.ledgerAction(login, async (call) => {
    const { ledger, options, settings } = call;
    const workspaceId = options.all ? null : (await workspaceNamed(call)).id;
    const role = ROLES.find((one) => one === options.role) ?? "viewer";
    const person = { name: settings.POSTLEDGER_OPERATOR ?? "operator", role, workspaceId };
    const address = addressOf(call);
    const secret = await offerConsoleLogin(ledger, operatorOrigin(call, ""), person);
    const url = `${address}/login/${secret}`;
    const text = `${url}

It logs ${person.name} in as ${role}, once, within ten minutes.`;
    return { data: { url, name: person.name, role, workspace_id: workspaceId }, text };
  });
  const logout = group.command("logout").description("end sessions and links").option("--of <name>", "of this person; of everyone when absent");
  cli.ledgerAction(logout, async (call) => {
    const { of } = call.options;
    const name = typeof of === "string" ? of : null;
    if (name !== null) await refuseUnknown(name, call);
    await endConsoleSessions(call.ledger, operatorOrigin(call, ""), name);
    const text = `The sessions and links of ${name ?? "everyone"} are over.`;
    return { data: { name, ended: true }, text };
  });
};
function addressOf({ settings }) {
  const { POSTLEDGER_CONSOLE_URL: url } = settings;
  if (url !== void 0) return url;
  const port = consolePort(settings);
  if (port === null)
    throw new CliError("a service with these settings has no console: set POSTLEDGER_CONSOLE_PORT.", "usage");
  if (port === 0)
    throw new CliError("the system chooses the port of the console: set POSTLEDGER_CONSOLE_PORT.", "usage");
  return httpAddress(settings.POSTLEDGER_CONSOLE_HOST, port);
}
async function refuseUnknown(name, { ledger: { store, clock } }) {
  const since = instant(clock.nowMs() - LINK_LIFE_MS - SESSION_LIFE_MS);
  const { after } = await positionsOf(store, { since, until: null });
  const names = /* @__PURE__ */ new Set();
  for await (const { events } of logPages(store, { after, limit: PAGE, types: ["ConsoleLoginOffered"] }))
    for (const { data, metadata } of events)
      if (metadata.at >= since) names.add(data.name);
  if (names.has(name)) return;
  const known = names.size === 0 ? "none was made at all" : `there are links for ${[...names].sort().join(", ")}`;
  throw new CliError(
    `nothing was ended: in the last 12 hours no link was made for ${JSON.stringify(name)}; ${known}.`,
    "not_found"
  );
}
export {
  consoleCommand
};
//# sourceMappingURL=console.js.map
