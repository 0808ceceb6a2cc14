// test/intake/mails.ts
var CRLF = "\r\n";
var lines = (...all) => all.join(CRLF) + CRLF;
function dsn(parts = {}) {
  const { action = "failed", status = "5.1.1", recipient = "bob@b.example" } = parts;
  const { diagnostic = "smtp; 550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown" } = parts;
  return lines(
    "Return-Path: <>",
    `Message-ID: <${parts.messageId ?? "20260101.1@mx.b.example"}>`,
    "From: MAILER-DAEMON@mx.b.example (Mail Delivery System)",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_r"',
    "",
    "--=_r",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    parts.text ?? "This is the mail system at host mx.b.example.",
    "",
    "--=_r",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.b.example",
    ...parts.envelopeId === void 0 ? [] : [`Original-Envelope-Id: ${parts.envelopeId}`],
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    ...parts.originalRecipient === void 0 ? [] : [`Original-Recipient: rfc822;${parts.originalRecipient}`],
    `Action: ${action}`,
    `Status: ${status}`,
    ...diagnostic === null ? [] : [`Diagnostic-Code: ${diagnostic}`],
    "",
    ...parts.more ?? [],
    "--=_r",
    "Content-Type: text/rfc822-headers",
    "",
    ...parts.returned ?? ["Subject: Hello"],
    "",
    "--=_r--"
  );
}
function arf({
  type = "abuse",
  report = [],
  returned = ["Subject: Hello"]
} = {}) {
  return lines(
    "From: <complaints@isp.example>",
    "Message-ID: <fbl.1@isp.example>",
    "Subject: FW: Hello",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
    "",
    "--=_f",
    "Content-Type: text/plain",
    "",
    "This is an email abuse report.",
    "",
    "--=_f",
    "Content-Type: message/feedback-report",
    "",
    `Feedback-Type: ${type}`,
    "User-Agent: SomeGenerator/1.0",
    "Version: 1",
    ...report,
    "",
    "--=_f",
    "Content-Type: message/rfc822",
    "",
    ...returned,
    "",
    "Hello Bob",
    "--=_f--"
  );
}
function plain(header, text) {
  return lines(...header, "", ...text);
}
function qmailBounce(copy = []) {
  return plain(
    ["From: MAILER-DAEMON@q.example", "Subject: failure notice"],
    [
      "Hi. This is the qmail-send program at q.example.",
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      "",
      "<bob@b.example>:",
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      ...copy
    ]
  );
}
export {
  arf,
  dsn,
  plain,
  qmailBounce
};
//# sourceMappingURL=mails.js.map
