// src/commands/email/receipt.ts
function emailReceipt({ id, data, at }) {
  return {
    id,
    from: data.from,
    to: data.to,
    subject: data.subject,
    createdAt: at,
    scheduledFor: data.scheduledFor,
    suppressedRecipients: data.suppressedRecipients,
    status: data.scheduledFor === null ? "queued" : "scheduled",
    creditsConsumed: data.credits
  };
}
export {
  emailReceipt
};
//# sourceMappingURL=receipt.js.map
