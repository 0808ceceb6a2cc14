// src/api/emails/emailRequest.ts
import { formatMailbox, parseMailbox } from "../../commands/email/emailAddress.js";
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { givenText } from "../../commands/kernel/storedText.js";
import { instant } from "../../ports/clock.js";
import { bodyIssues } from "../reading/reader.js";
import { addIssues, isObject, MAX_ISSUES } from "../schemaIssues.js";
import { checker } from "../validation.js";
import { batchFault, emailRuleIssues } from "./emailRules.js";
import { emailSchema } from "./emailSchema.js";
import { mediaTypeOf } from "./mediaType.js";
var checkSingle = checker(emailSchema({ subjectMin: 0 }));
var checkElement = checker(emailSchema({ subjectMin: 1 }));
function emailIssues(body, { inBatch = false } = {}) {
  return addIssues((inBatch ? checkElement : checkSingle)(body), emailRuleIssues(body));
}
function issuesIn(sent, check, mayHoldNumbers) {
  return bodyIssues(mayHoldNumbers ? sent : { ...sent, inexact: () => [] }, check);
}
var hasVariables = (body) => isObject(body) && Object.hasOwn(body, "variables");
var readEmail = (sent) => {
  const issues = issuesIn(sent, emailIssues, hasVariables(sent.value));
  return issues.length > 0 ? { issues } : { value: emailRequestOf(sent.value) };
};
var readEmailBatch = (sent) => {
  const mayHoldNumbers = Array.isArray(sent.value) && sent.value.some(hasVariables);
  const issues = issuesIn(sent, batchIssues, mayHoldNumbers);
  return issues.length > 0 ? { issues } : { value: sent.value.map(emailRequestOf) };
};
function batchIssues(body) {
  const message = batchFault(body);
  if (message !== null) return [{ path: "", message }];
  const issues = [];
  for (const [index, element] of body.entries()) {
    for (const { path, message: message2 } of emailIssues(element, { inBatch: true }))
      issues.push({ path: `/${index}${path}`, message: message2 });
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues;
}
function emailRequestOf(body) {
  return {
    from: fromHeader(body.from, body.from_name),
    to: list(body.to),
    cc: list(body.cc),
    bcc: list(body.bcc),
    replyTo: list(body.reply_to),
    subject: body.subject ?? null,
    html: body.html ? givenText(body.html) : null,
    text: body.text ? givenText(body.text) : null,
    template: templateOf(body),
    headers: body.headers ?? {},
    attachments: (body.attachments ?? []).map(({ filename, content, type, contentId, disposition }) => ({
      filename,
      type: mediaTypeOf(filename, type),
      contentId: contentId ?? null,
      disposition: disposition ?? "attachment",
      content: Buffer.from(content, "base64")
    })),
    tags: body.tags ?? [],
    scheduledFor: body.scheduled_for === void 0 ? null : instant(parseInstant(body.scheduled_for) ?? 0),
    batchId: body.batch_id ?? null,
    messageStream: body.message_stream ?? "transactional",
    trackOpens: body.track_opens ?? true,
    trackClicks: body.track_clicks ?? true
  };
}
function fromHeader(from, fromName) {
  const mailbox = parseMailbox(from) ?? { name: null, address: from };
  return formatMailbox(fromName === void 0 ? mailbox : { ...mailbox, name: fromName });
}
function list(value) {
  if (value === void 0) return [];
  return typeof value === "string" ? [value] : value;
}
function templateOf(body) {
  const variables = body.variables === void 0 ? null : givenText(JSON.stringify(body.variables));
  if (body.template_id !== void 0)
    return { by: "id", templateId: body.template_id.toLowerCase(), variables };
  if (body.template_friendly_name !== void 0)
    return { by: "friendlyName", friendlyName: body.template_friendly_name, variables };
  return null;
}
export {
  readEmail,
  readEmailBatch
};
//# sourceMappingURL=emailRequest.js.map
