// src/accepting/messagesOfKey.ts
import { BATCH_OPERATIONS, batchEmailIdOf, emailIdOf } from "../commands/email/emailIds.js";
import { smsIdOf } from "../commands/sms/acceptSms.js";
import { messagesWithIds } from "../projections/findMessages.js";
async function messagesOfKey(collection, workspace, idempotencyKey) {
  const asHeader = Buffer.from(idempotencyKey).toString("latin1");
  const keys = /* @__PURE__ */ new Set([idempotencyKey, asHeader]);
  return (await Promise.all([...keys].map((key) => messagesUnder(collection, workspace, key)))).flat();
}
async function messagesUnder(collection, workspace, idempotencyKey) {
  const single = [emailIdOf(workspace, idempotencyKey), smsIdOf(workspace, idempotencyKey)];
  const found = [...await messagesWithIds(collection, workspace, single)];
  for (const operation of BATCH_OPERATIONS) {
    const idAt = (rank) => batchEmailIdOf(workspace, operation, idempotencyKey, rank);
    const [first] = await messagesWithIds(collection, workspace, [idAt(0)]);
    if (first === void 0) continue;
    const size = first.document.batchSize ?? 1;
    const rest = Array.from({ length: size - 1 }, (_, at) => idAt(at + 1));
    found.push(first, ...await messagesWithIds(collection, workspace, rest));
  }
  return found;
}
export {
  messagesOfKey
};
//# sourceMappingURL=messagesOfKey.js.map
