// src/api/compat/mailboxes.ts
import { formatMailbox, isEmailAddress, parseMailbox } from "../../commands/email/emailAddress.js";
import { isObject, MAX_ISSUES, pointer } from "../schemaIssues.js";
var NO_RECIPIENT = "must be an email address, or a name and an email address in angle brackets";
function recipientIssues(value, path) {
  if (!Array.isArray(value)) return isNoRecipient(value) ? [{ path, message: NO_RECIPIENT }] : [];
  const issues = [];
  for (const [index, one] of value.entries()) {
    if (issues.length >= MAX_ISSUES) break;
    if (isNoRecipient(one)) issues.push({ path: pointer(path, index), message: NO_RECIPIENT });
  }
  return issues;
}
var isNoRecipient = (value) => typeof value === "string" && !isRecipient(value);
function isRecipient(text) {
  const mailbox = parseMailbox(text);
  return mailbox !== null && isEmailAddress(mailbox.address);
}
function mailboxesOf(value) {
  const texts = value === void 0 ? [] : typeof value === "string" ? [value] : value;
  return texts.map((text) => {
    const mailbox = parseMailbox(text);
    return mailbox === null ? text : formatMailbox(mailbox);
  });
}
function senderIssues(from) {
  const email = isObject(from) ? from.email : void 0;
  if (typeof email !== "string" || email.length > 640) return [];
  const mailbox = parseMailbox(email);
  const isBare = mailbox !== null && mailbox.name === null && !email.includes("<");
  return isBare ? [] : [{ path: "/from/email", message: "must be an email address" }];
}
function mailboxOf({ email, name }) {
  return formatMailbox({ name: name?.trim() || null, address: email.trim() });
}
export {
  mailboxOf,
  mailboxesOf,
  recipientIssues,
  senderIssues
};
//# sourceMappingURL=mailboxes.js.map
