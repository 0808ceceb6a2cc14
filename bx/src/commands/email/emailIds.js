// src/commands/email/emailIds.ts
import { uuid5 } from "../../events/uuid5.js";
var BATCH_OPERATIONS = ["email-batch", "compat-batch", "mail-send"];
function emailIdOf(workspace, idempotencyKey) {
  return uuid5("email", workspace, idempotencyKey);
}
function batchEmailIdOf(workspace, operation, idempotencyKey, index) {
  return uuid5(operation, workspace, idempotencyKey, String(index));
}
function submissionEmailIdOf(workspace, ...identity) {
  return uuid5("submission", workspace, ...identity);
}
function deliveryIdOf(emailId, address) {
  return uuid5("delivery", emailId, address.toLowerCase());
}
export {
  BATCH_OPERATIONS,
  batchEmailIdOf,
  deliveryIdOf,
  emailIdOf,
  submissionEmailIdOf
};
//# sourceMappingURL=emailIds.js.map
