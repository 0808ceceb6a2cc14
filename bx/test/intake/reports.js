// test/intake/reports.ts
function statusOf(recipient, action, more = []) {
  const status = action === "failed" ? "5.1.1" : "2.0.0";
  return [`Final-Recipient: rfc822; ${recipient}`, `Action: ${action}`, `Status: ${status}`, ...more].join(
    "\n"
  );
}
function readReport({ recipients, envelopeId, returned = "Subject: Hello" }) {
  const ofMail = ["Reporting-MTA: dns; mx.b.example"];
  if (envelopeId !== void 0) ofMail.push(`Original-Envelope-Id: ${envelopeId}`);
  const content = [ofMail.join("\n"), ...recipients].join("\n\n");
  return {
    head: "Message-ID: <1@mx.b.example>",
    subject: "Undelivered Mail",
    text: "",
    parts: [
      { type: "message/delivery-status", content },
      { type: "text/rfc822-headers", content: returned }
    ]
  };
}
function readerOf(found) {
  return { read: async () => found, close: async () => {
  } };
}
export {
  readReport,
  readerOf,
  statusOf
};
//# sourceMappingURL=reports.js.map
