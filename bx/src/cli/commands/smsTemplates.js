// src/cli/commands/smsTemplates.ts
import { liquidRenderer } from "../../adapters/liquid/renderer.js";
import { approveSmsTemplate, withdrawSmsTemplate } from "../../commands/sms/smsTemplate.js";
import { refuseFaultyTemplate } from "../../commands/template/templateFaults.js";
import { listSmsTemplates } from "../../projections/smsTemplates.js";
import { listing } from "../answer.js";
import { uuid } from "../argumentParsers.js";
import { workspaceNamed } from "../workspaceNamed.js";
var smsTemplates = (program, cli) => {
  const group = program.command("sms-templates").description("texts that may be sent by SMS");
  const approve = group.command("approve").description("approve a text").requiredOption("--name <name>", "what sends call it by").requiredOption("--body <body>", "the text; variables as {{ name }}");
  cli.ledgerAction(approve, async (call) => {
    const { ledger, options } = call;
    const { id: workspace, origin } = await workspaceNamed(call);
    const template = { name: String(options.name), body: String(options.body) };
    await refuseFaulty(workspace, template.body);
    const { templateId: id } = await approveSmsTemplate(ledger, origin, template);
    await call.folded("smsTemplates");
    return { data: { id, ...template }, text: `SMS template ${template.name} is approved: ${id}` };
  });
  cli.ledgerAction(group.command("list").description("by name"), async (call) => {
    const { id: workspace } = await workspaceNamed(call);
    const stored = await listSmsTemplates(await call.readModel("smsTemplates"), workspace);
    const found = stored.map(({ key, document: { name, body, approvedAt } }) => ({
      id: key,
      name,
      body,
      approved_at: approvedAt
    }));
    const rows = found.map(({ id, name, body, approved_at }) => [name, id, approved_at, body]);
    const headings = ["NAME", "ID", "APPROVED", "BODY"];
    return { data: found, text: listing(headings, rows, "No SMS template is approved.") };
  });
  const withdraw = group.command("withdraw").description("allow a text no longer").argument("<template-id>", "id of the template", uuid);
  cli.ledgerAction(withdraw, async (call) => {
    const { origin } = await workspaceNamed(call);
    const id = call.args[0] ?? "";
    await withdrawSmsTemplate(call.ledger, origin, id);
    await call.folded("smsTemplates");
    return { data: { id, approved: false }, text: `SMS template ${id} is withdrawn.` };
  });
};
async function refuseFaulty(workspace, source) {
  const renderer = liquidRenderer({ processes: 1 });
  try {
    await refuseFaultyTemplate(renderer, { workspace, parts: [{ name: "body", source, escape: false }] });
  } finally {
    await renderer.close();
  }
}
export {
  smsTemplates
};
//# sourceMappingURL=smsTemplates.js.map
