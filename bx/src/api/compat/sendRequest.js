// src/api/compat/sendRequest.ts
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { givenText } from "../../commands/kernel/storedText.js";
import { instant } from "../../ports/clock.js";
import {
  attachmentTypeIssues,
  contentIssues,
  recipientsSizeIssues,
  senderHeaderIssues
} from "../emails/emailRules.js";
import { headerIssues } from "../emails/headerRules.js";
import { mediaTypeOf } from "../emails/mediaType.js";
import { isObject } from "../schemaIssues.js";
import { contentFault, decodedContent } from "./attachments.js";
import { mailboxesOf, recipientIssues } from "./mailboxes.js";
import { requestReader } from "./readFields.js";
import { batchFields, sendFields } from "./sendFields.js";
var readSingle = requestReader(sendFields, ruleIssues);
var readElement = requestReader(batchFields, (body) => [...ruleIssues(body), ...subjectIssues(body)]);
var readSend = ({ value, faults, inexact }) => {
  const { body, issues } = readSingle(value);
  const all = [...faults, ...inexact(), ...issues];
  return all.length > 0 ? { issues: all } : { value: requestOf(body) };
};
function readBatchElement(sent) {
  const { body, issues } = readElement(sent);
  return issues.length > 0 ? { issues } : { request: requestOf(body) };
}
function ruleIssues(body) {
  if (!isObject(body)) return [];
  const { from, to, cc, bcc, reply_to, headers, attachments, tags, template, scheduled_at } = body;
  const issues = contentIssues(body, { hasTemplate: template !== void 0, emptyIsAbsent: true });
  issues.push(...senderHeaderIssues(from));
  for (const [name, value] of Object.entries({ to, cc, bcc, reply_to }))
    issues.push(...recipientIssues(value, `/${name}`));
  issues.push(...recipientsSizeIssues(body), ...headerIssues(headers, "/headers", { messageId: true }));
  if (Array.isArray(attachments)) {
    for (const [at, one] of attachments.slice(0, 20).entries())
      issues.push(...attachmentIssues(one, `/attachments/${at}`));
  }
  if (Array.isArray(tags)) {
    for (const [at, tag] of tags.slice(0, 50).entries()) {
      if (!isObject(tag) || typeof tag.name !== "string" || typeof tag.value !== "string") continue;
      if ([...`${tag.name}:${tag.value}`].length > 256)
        issues.push({ path: `/tags/${at}`, message: "must have at most 256 characters as name:value" });
    }
  }
  if (typeof scheduled_at === "string" && parseInstant(scheduled_at) === null)
    issues.push({ path: "/scheduled_at", message: NO_INSTANT });
  return issues;
}
function subjectIssues(body) {
  if (!isObject(body) || body.subject !== "" || body.template !== void 0) return [];
  return [{ path: "/subject", message: "must have at least 1 character" }];
}
var NO_INSTANT = "must be an ISO 8601 instant with Z or a numeric offset, up to the year 9999; relative times are refused";
function attachmentIssues(one, path) {
  if (!isObject(one)) return [];
  const issues = [];
  const fault = one.content === void 0 ? null : contentFault(one.content);
  if (fault !== null) issues.push({ path: `${path}/content`, message: fault });
  issues.push(...attachmentTypeIssues(one.content_type, `${path}/content_type`));
  const { content_id, inline_content_id } = one;
  if (content_id !== void 0 && inline_content_id !== void 0 && content_id !== inline_content_id)
    issues.push({ path: `${path}/inline_content_id`, message: "must not differ from content_id" });
  return issues;
}
function requestOf(body) {
  const { from, to, cc, bcc, reply_to, subject, html, text, template, scheduled_at } = body;
  return {
    from: mailboxesOf(from)[0] ?? from,
    to: mailboxesOf(to),
    cc: mailboxesOf(cc),
    bcc: mailboxesOf(bcc),
    replyTo: mailboxesOf(reply_to),
    subject: template === void 0 ? subject ?? null : null,
    html: html ? givenText(html) : null,
    text: text ? givenText(text) : null,
    template: template === void 0 ? null : { by: "id", templateId: template.id.toLowerCase(), variables: jsonOf(template.variables) },
    headers: body.headers ?? {},
    attachments: (body.attachments ?? []).map(attachmentOf),
    tags: (body.tags ?? []).map(({ name, value }) => `${name}:${value}`),
    scheduledFor: scheduled_at === void 0 ? null : instant(parseInstant(scheduled_at) ?? 0),
    batchId: null,
    messageStream: "transactional",
    trackOpens: true,
    trackClicks: true
  };
}
var jsonOf = (variables) => variables === void 0 ? null : givenText(JSON.stringify(variables));
function attachmentOf(one) {
  const contentId = one.content_id ?? one.inline_content_id ?? null;
  return {
    filename: one.filename,
    type: mediaTypeOf(one.filename, one.content_type),
    contentId,
    disposition: contentId === null ? "attachment" : "inline",
    content: decodedContent(one.content)
  };
}
export {
  readBatchElement,
  readSend
};
//# sourceMappingURL=sendRequest.js.map
