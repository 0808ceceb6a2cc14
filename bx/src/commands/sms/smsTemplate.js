// src/commands/sms/smsTemplate.ts
import { workspace } from "../../events/workspace.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  withEntry,
  withoutEntry
} from "../kernel/immutableMap.js";
import { invalid, notFound } from "../kernel/refusal.js";
var SMS_TEMPLATE_NAME_MAX = 100;
var smsTemplatesDecider = {
  initial: EMPTY_MAP,
  evolve: (approved, { type, data }) => {
    if (type === "SmsTemplateApproved") return withEntry(approved, data.templateId, data);
    return type === "SmsTemplateWithdrawn" ? withoutEntry(approved, data.templateId) : approved;
  },
  decide: (command, approved) => {
    if (command.do === "withdraw") {
      if (entryIn(approved, command.templateId) === void 0)
        throw notFound("There is no such approved SMS template.");
      return [{ type: "SmsTemplateWithdrawn", data: { templateId: command.templateId } }];
    }
    const { do: _, ...data } = command;
    if (data.name === "" || data.name.length > SMS_TEMPLATE_NAME_MAX)
      throw invalid("/name", `must have 1 to ${SMS_TEMPLATE_NAME_MAX} characters`);
    if (data.body === "") throw invalid("/body", "must not be empty");
    if (templateNamed(approved, data.name) !== null)
      throw invalid("/name", "is the name of another approved SMS template; withdraw that one first");
    return [{ type: "SmsTemplateApproved", data }];
  }
};
function templateNamed(approved, name) {
  return entriesOf(approved).find(([, template]) => template.name === name)?.[1] ?? null;
}
async function approveSmsTemplate(ledger, origin, { name, body }) {
  const templateId = ledger.ids.uuid();
  const command = { do: "approve", templateId, name, body };
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, smsTemplatesDecider, command);
  return { templateId, position };
}
async function withdrawSmsTemplate(ledger, origin, templateId) {
  const command = { do: "withdraw", templateId };
  const stream = workspace.stream(origin.workspace);
  return (await handle(ledger, origin, stream, smsTemplatesDecider, command)).position;
}
async function approvedSmsTemplate({ store }, workspaceId, by) {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), smsTemplatesDecider);
  return "name" in by ? templateNamed(state, by.name) : entryIn(state, by.templateId) ?? null;
}
export {
  approveSmsTemplate,
  approvedSmsTemplate,
  smsTemplatesDecider,
  withdrawSmsTemplate
};
//# sourceMappingURL=smsTemplate.js.map
