// src/submission/submittedRequest.ts
import { readEmail } from "../api/emails/emailRequest.js";
import { recipientsSizeIssues } from "../api/emails/emailRules.js";
import { ATTACHMENT_CONTENT_MAX } from "../api/emails/emailSchema.js";
import { readBytes } from "../api/reading/reader.js";
import { formatMailbox, isEmailAddress } from "../commands/email/emailAddress.js";
import { inOneLine } from "../events/fieldPatterns.js";
import { headerNameFault } from "../events/headerNames.js";
import { controlOf, isControl } from "./controlHeaders.js";
import { identityOf } from "./submissionIdentity.js";
function submittedRequest(message, envelope) {
  const control = controlOf(message.fields);
  const { to, cc, bcc } = recipientsOf(message, envelope);
  const [sender] = message.from;
  const body = {
    ...control.body,
    ...contentsOf(message, control),
    ...sender && { from: mailboxOf(sender) },
    // A call must name a recipient: where no header names one, others stand in while it is checked.
    to: to.length > 0 ? to.map(addressOf) : cc.length > 0 ? cc.map(addressOf) : bcc,
    ...cc.length > 0 && { cc: cc.map(addressOf) },
    ...to.length > 0 && bcc.length > 0 && { bcc },
    headers: headersOf(message, control),
    attachments: message.attachments.map(formOf)
  };
  const read = readBytes(readEmail, Buffer.from(jsonOf(body, control.variables)));
  const named = {
    ...{ to: to.map(mailboxOf), cc: cc.map(mailboxOf), bcc },
    replyTo: message.replyTo.map(mailboxOf)
  };
  const ofBody = "issues" in read ? read.issues : recipientsSizeIssues({ ...named, reply_to: named.replyTo });
  const issues = [...control.issues, ...ownIssues(message), ...ofBody];
  if (issues.length > 0 || !("value" in read)) return { issues };
  const attachments = read.value.attachments.map((one, at) => ({
    ...one,
    content: message.attachments[at]?.content ?? one.content
  }));
  const request = { ...read.value, ...named, attachments };
  return { request, identity: identityOf({ ...control, message, envelope, request }) };
}
var addressOf = ({ address }) => address;
var mailboxOf = ({ name, address }) => formatMailbox({ name: inOneLine(name) || null, address });
function recipientsOf(message, envelope) {
  const left = new Map(envelope.map((address) => [address.toLowerCase(), address]));
  const named = (mailboxes) => mailboxes.filter(({ address }) => left.delete(address.toLowerCase()));
  const [to, cc] = [named(message.to), named(message.cc)];
  return { to, cc, bcc: [...left.values()] };
}
function contentsOf({ fields, text, html }, { body }) {
  const subject = fields.findLast(({ name }) => name.toLowerCase() === "subject")?.value ?? "";
  const hasTemplate = "template_id" in body || "template_friendly_name" in body;
  const given = Object.entries({ subject, text, html }).filter(
    ([name, value]) => hasTemplate ? value.trim() !== "" : value !== "" || name === "subject"
  );
  return Object.fromEntries(given);
}
function headersOf({ fields }, { body }) {
  const stream = body.message_stream === "broadcast" ? "broadcast" : "transactional";
  const headers = /* @__PURE__ */ new Map();
  for (const { name, value } of fields) {
    if (isControl({ name }) || headerNameFault(name, stream) !== null) continue;
    const before = headers.get(name.toLowerCase());
    headers.set(
      name.toLowerCase(),
      before ? { ...before, value: `${before.value}, ${value}` } : { name, value }
    );
  }
  return Object.fromEntries([...headers.values()].map(({ name, value }) => [name, value]));
}
var CONTENT_MAX = ATTACHMENT_CONTENT_MAX / 4 * 3;
var ONE_BYTE = "AA==";
function formOf({ filename, type, contentId, disposition, content }, at) {
  return {
    filename: inOneLine(filename) || `attachment-${at + 1}`,
    type,
    ...contentId !== null && { contentId },
    disposition,
    content: content.length === 0 ? "" : ONE_BYTE
  };
}
function ownIssues({ from, replyTo, attachments }) {
  const issues = [];
  if (from.length > 1) issues.push({ path: "/from", message: "must be one address" });
  if (!replyTo.every(({ address }) => isEmailAddress(address)))
    issues.push({ path: "/reply_to", message: "must be an email address" });
  for (const [at, { content }] of attachments.entries())
    if (content.length > CONTENT_MAX)
      issues.push({ path: `/attachments/${at}/content`, message: `must have at most ${CONTENT_MAX} bytes` });
  return issues;
}
function jsonOf(body, variables) {
  const json = JSON.stringify(body);
  return variables === null ? json : `${json.slice(0, -1)},"variables":${variables}}`;
}
export {
  submittedRequest
};
//# sourceMappingURL=submittedRequest.js.map
