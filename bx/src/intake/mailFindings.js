// src/intake/mailFindings.ts
import { inOneLine } from "../events/fieldPatterns.js";
import { isAutoReply } from "../mail/autoReply.js";
import { classifyBounce, diagnosticOf } from "../mail/classifyBounce.js";
import { deliveryStatus } from "../mail/deliveryStatus.js";
import { feedbackReport } from "../mail/feedbackReport.js";
import { fieldOf, headerFields } from "../mail/headerFields.js";
import { plainBounce, quotedMessageIds, refusalIn, returnedMessage } from "../mail/plainBounce.js";
var RETURNED = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/;
var STATUS = /^message\/(?:global-)?delivery-status$/;
function mailFindings(mail, sender) {
  const fields = headerFields(mail.head);
  const returned = mail.parts.filter(({ type }) => RETURNED.test(type)).map(({ content }) => headerFields(content));
  const about = {
    senders: returned.flatMap((one) => returnedMessage(one).senders),
    messageIds: [
      ...returned.flatMap((one) => returnedMessage(one).messageIds),
      ...quotedMessageIds(mail.text)
    ]
  };
  const when = { reportedAtMs: Date.parse(fieldOf(fields, "date")) || null };
  const status = mail.parts.find(({ type }) => STATUS.test(type));
  if (status !== void 0) return statusFindings(mail, status.content, { ...about, ...when });
  const feedback = mail.parts.find(({ type }) => type === "message/feedback-report");
  if (feedback !== void 0) return feedbackFindings(feedback.content, returned, { ...about, ...when });
  if (isAutoReply(fields, mail.subject)) return { is: "nothing", why: "auto-reply" };
  const bounce = plainBounce(fields, { sender, subject: mail.subject, text: mail.text });
  if (bounce === null) return { is: "unclear", why: "no report was recognised in it" };
  const { action, refusal, addresses } = bounce;
  const learned = learnedOf({ action, status: null, diagnostic: refusal }, refusal);
  if (learned === null) return { is: "nothing", why: action };
  return {
    is: "report",
    source: "bounce",
    findings: [{ learned, addresses, about: addresses }],
    ...about,
    ...when
  };
}
function statusFindings({ text }, content, about) {
  const { envelopeId, recipients } = deliveryStatus(content);
  if (recipients.length === 0) return { is: "unclear", why: "its delivery status names no recipient" };
  const refusal = recipients.some(({ diagnostic }) => diagnostic === "") ? refusalIn(text) : "";
  const findings = recipients.flatMap((recipient) => {
    const words = recipient.diagnostic || refusal;
    const learned = learnedOf(recipient, words);
    const { addresses, finalAddresses } = recipient;
    return learned === null ? [] : [{ learned, addresses, about: finalAddresses }];
  });
  if (findings.length === 0) return { is: "nothing", why: "relayed" };
  const senders = envelopeId === "" ? about.senders : [...about.senders, envelopeId];
  return { is: "report", source: "dsn", findings, ...about, senders };
}
function learnedOf(status, words) {
  const diagnostic = diagnosticLine(words) ?? status.status;
  switch (status.action) {
    case "failed": {
      const verdict = classifyBounce({ code: null, enhanced: status.status, text: inOneLine(words) });
      return { is: "bounced", ...verdict, diagnosticCode: diagnostic };
    }
    case "delayed":
      return { is: "delayed", diagnosticCode: diagnostic };
    case "delivered":
    case "expanded":
      return { is: "delivered", response: diagnostic };
    case "relayed":
      return null;
  }
}
function feedbackFindings(content, returned, about) {
  const { kind, type, addresses, originalSender } = feedbackReport(content);
  if (kind === "other") return { is: "nothing", why: `feedback ${type.slice(0, 40)}` };
  const learned = kind === "complaint" ? { is: "complained" } : { is: "unsubscribed" };
  const recipients = returned.flatMap((fields) => fields.get("x-hmxmroriginalrecipient") ?? []);
  return {
    is: "report",
    source: "arf",
    findings: [{ learned, addresses: [...addresses, ...recipients], about: [] }],
    ...about,
    senders: [originalSender, ...about.senders]
  };
}
function diagnosticLine(text) {
  return diagnosticOf(text) || null;
}
export {
  diagnosticLine,
  mailFindings
};
//# sourceMappingURL=mailFindings.js.map
