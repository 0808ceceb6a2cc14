// src/api/emails/emailRules.ts
import { parseMailbox } from "../../commands/email/emailAddress.js";
import { parseInstant } from "../../commands/kernel/parseInstant.js";
import { isObject } from "../schemaIssues.js";
import { headerIssues } from "./headerRules.js";
var BATCH_MAX = 100;
var RECIPIENTS_MAX_BYTES = 5e5;
var BYTES_BESIDES_ADDRESS = 150;
function emailRuleIssues(body) {
  if (!isObject(body)) return [];
  const { from, scheduled_for: scheduledFor, headers, attachments } = body;
  const templates = ["template_id", "template_friendly_name"].filter((name) => body[name] !== void 0);
  const issues = contentIssues(body, { hasTemplate: templates.length > 0, emptyIsAbsent: false });
  if (templates.length === 2)
    issues.push({ path: "/template_friendly_name", message: "must not be given together with template_id" });
  const stream = body.message_stream === "broadcast" ? "broadcast" : "transactional";
  issues.push(...senderHeaderIssues(from));
  if (typeof scheduledFor === "string" && parseInstant(scheduledFor) === null) {
    const message = "must be an ISO 8601 instant with Z or a numeric offset, up to the year 9999";
    issues.push({ path: "/scheduled_for", message });
  }
  if (headers !== void 0) issues.push(...headerIssues(headers, "/headers", { stream }));
  if (Array.isArray(attachments) && attachments.length <= 20) {
    attachments.forEach((attachment, at) => {
      const message = typeof attachment?.content === "string" ? base64Fault(attachment.content) : null;
      if (message !== null) issues.push({ path: `/attachments/${at}/content`, message });
      issues.push(...attachmentTypeIssues(attachment?.type, `/attachments/${at}/type`));
    });
  }
  return [...issues, ...recipientsSizeIssues(body)];
}
function batchFault(body) {
  if (!Array.isArray(body)) return "must be an array";
  if (body.length === 0) return "must have at least 1 item";
  return body.length > BATCH_MAX ? `must have at most ${BATCH_MAX} items` : null;
}
function senderHeaderIssues(from) {
  if (typeof from !== "string" || from.length > 640 || parseMailbox(from) !== null) return [];
  return [{ path: "/from", message: "must be an address, or a name and an address in angle brackets" }];
}
function contentIssues(fields, { hasTemplate, emptyIsAbsent }) {
  const isEmpty = (name) => fields[name] === void 0 || fields[name] === "";
  if (hasTemplate)
    return ["subject", "html", "text"].filter((name) => emptyIsAbsent ? !isEmpty(name) : fields[name] !== void 0).map((name) => ({ path: `/${name}`, message: WITH_TEMPLATE }));
  const issues = [];
  if (fields.subject === void 0)
    issues.push({ path: "/subject", message: "is required without a template" });
  if (isEmpty("html") && isEmpty("text"))
    issues.push({ path: "/html", message: "or text is required without a template, and must not be empty" });
  return issues;
}
var WITH_TEMPLATE = "must not be given together with a template";
var ELSEWHERE = /^message\/(?:partial|external-body)\s*(?:;|$)/i;
function attachmentTypeIssues(type, path) {
  if (typeof type !== "string" || !ELSEWHERE.test(type)) return [];
  return [{ path, message: "must not be message/partial or message/external-body: send the content itself" }];
}
function recipientsSizeIssues(fields) {
  let [largest, max, sum] = ["/to", 0, 0];
  for (const field of ["to", "cc", "bcc", "reply_to"]) {
    const list = fields[field];
    if (!Array.isArray(list)) continue;
    let bytes = 0;
    for (const one of list) {
      if (typeof one === "string") bytes += 2 * jsonBytes(one) + BYTES_BESIDES_ADDRESS;
    }
    if (bytes > max) [largest, max] = [`/${field}`, bytes];
    sum += bytes;
  }
  if (sum <= RECIPIENTS_MAX_BYTES) return [];
  const who = largest === "/reply_to" ? "addresses" : "recipients";
  return [{ path: largest, message: `names too many ${who} for one message` }];
}
var jsonBytes = (text) => Buffer.byteLength(JSON.stringify(text)) - 2;
function base64Fault(text) {
  const joined = text.includes("\n") || text.includes("\r") ? text.replace(/[\r\n]+/g, "") : text;
  let end = joined.length;
  while (end > 0 && joined.length - end < 3 && joined[end - 1] === "=") end--;
  const digits = joined.slice(0, end);
  const padding = joined.length - end;
  const isBase64 = digits.length > 0 && digits.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(digits);
  const isPadded = padding === 0 || (digits.length + padding) % 4 === 0;
  return isBase64 && isPadded && padding <= 2 ? null : "must be base64";
}
export {
  BATCH_MAX,
  RECIPIENTS_MAX_BYTES,
  WITH_TEMPLATE,
  attachmentTypeIssues,
  base64Fault,
  batchFault,
  contentIssues,
  emailRuleIssues,
  recipientsSizeIssues,
  senderHeaderIssues
};
//# sourceMappingURL=emailRules.js.map
