// src/sender/email/mime.ts
import { domainToASCII } from "node:url";
import { parseMailbox } from "../../commands/email/emailAddress.js";
import { isMessageId } from "../../commands/email/messageId.js";
import { inOneLine } from "../../events/fieldPatterns.js";
import { headerNameFault } from "../../events/headerNames.js";
function headerMailbox(text) {
  const line = inOneLine(text);
  const mailbox = parseMailbox(line);
  if (mailbox !== null) return mailbox;
  const [, name = "", address = line] = /^(.*)<([^<>]+)>$/.exec(line) ?? [];
  return { name: name.trim() || null, address: address.trim() };
}
function idDomain(address) {
  const domain = domainToASCII(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain) ? domain : "localhost";
}
function messageIdOf(localPart, accepted) {
  const [, own = ""] = Object.entries(accepted.headers).find(([name]) => name.toLowerCase() === "message-id") ?? [];
  return isMessageId(own) ? own : `<${localPart}@${idDomain(headerMailbox(accepted.from).address)}>`;
}
function messageOf(emailId, accepted, acceptedAtMs, body, idLocalPart) {
  const scheduledMs = accepted.scheduledFor === null ? acceptedAtMs : Date.parse(accepted.scheduledFor);
  return {
    messageId: messageIdOf(idLocalPart, accepted),
    dateMs: Math.max(acceptedAtMs, scheduledMs),
    from: headerMailbox(accepted.from),
    to: accepted.to.map(headerMailbox),
    cc: accepted.cc.map(headerMailbox),
    replyTo: accepted.replyTo.map(headerMailbox),
    subject: inOneLine(body.subject),
    html: body.html,
    text: body.text,
    headers: Object.entries(accepted.headers).filter(([name]) => headerNameFault(name, accepted.messageStream) === null).map(([name, value]) => [name, inOneLine(value)]),
    attachments: body.attachments.map((attachment) => ({
      ...attachment,
      filename: inOneLine(attachment.filename) || "attachment",
      type: inOneLine(attachment.type),
      contentId: contentIdText(attachment.contentId)
    })),
    boundarySeed: emailId.replaceAll("-", "")
  };
}
function contentIdText(contentId) {
  const text = contentId?.replace(/[^\x21-\x7e]|[<>]/g, "") ?? "";
  return text === "" ? null : text;
}
export {
  headerMailbox,
  messageIdOf,
  messageOf
};
//# sourceMappingURL=mime.js.map
