// src/cli/commands/suppressions.ts
import { decideSuppression } from "../../commands/email/suppress.js";
import { email } from "../../events/email.js";
import { suppressionIdOf } from "../../events/suppression.js";
import { listSuppressions } from "../../projections/suppressions.js";
import { listing } from "../answer.js";
import { emailAddress, reason, uuid } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { workspaceNamed } from "../workspaceNamed.js";
var suppressions = (program, cli) => {
  const group = program.command("suppressions").description("addresses that are not sent to");
  cli.ledgerAction(group.command("list").description("oldest first"), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = [];
    const stored = await call.readModel("suppressions");
    for await (const { address, reason: reason2, detail, suppressedAt } of listSuppressions(stored, id))
      found.push({ address, reason: reason2, detail, suppressed_at: suppressedAt });
    const rows = found.map((each) => [each.address, each.reason, each.suppressed_at, each.detail]);
    const headings = ["ADDRESS", "REASON", "SINCE", "DETAIL"];
    return { data: found, text: listing(headings, rows, "Nothing is suppressed.") };
  });
  const add = group.command("add").description("stop sending to an address").argument("<address>", "email address", emailAddress).option("--reason <text>", "why, for the readers of the log", reason, "added by an operator").option("--message <id>", "the email whose last report about the address is the cause", uuid);
  cli.ledgerAction(add, async (call) => {
    const address = call.args[0] ?? "";
    const { message, reason: why } = call.options;
    const cause = message === void 0 ? {} : { cause: await lastReport(call, String(message), address) };
    await decide(call, { do: "add", address, reason: String(why), ...cause });
    return { data: { address, suppressed: true }, text: `${address} is suppressed.` };
  });
  const remove = group.command("remove").description("send to an address again").argument("<address>", "email address", emailAddress);
  cli.ledgerAction(remove, async (call) => {
    const address = call.args[0] ?? "";
    const { id, name } = await workspaceNamed(call);
    const suppressions2 = await call.readModel("suppressions");
    if (await suppressions2.get(suppressionIdOf(id, address)) === null)
      throw new CliError(
        `${address} is not suppressed in workspace ${name}; \`postledger suppressions list\` shows what is.`,
        "not_found"
      );
    await decide(call, { do: "remove", address });
    return { data: { address, suppressed: false }, text: `${address} is sent to again.` };
  });
};
var REPORTS = /* @__PURE__ */ new Set(["Bounced", "Complained", "Unsubscribed", "ReportKept"]);
async function lastReport(call, emailId, address) {
  const { id } = await workspaceNamed(call);
  const report = (await email.read(call.ledger.store, emailId)).findLast(
    ({ type, data, metadata }) => metadata.workspace === id && REPORTS.has(type) && "recipient" in data && data.recipient.toLowerCase() === address.toLowerCase()
  );
  if (report === void 0)
    throw new CliError(`email ${emailId} has no report about ${address}.`, "not_found");
  return report.id;
}
async function decide(call, command) {
  const { origin } = await workspaceNamed(call);
  await decideSuppression(call.ledger, origin, command);
}
export {
  suppressions
};
//# sourceMappingURL=suppressions.js.map
