// src/sender/sms/smsReceipts.ts
import { appendWithRetry } from "../../commands/kernel/appendWithRetry.js";
import { recordSmsReceipt } from "../../commands/sms/smsReceipt.js";
import { segmentOfCarrierId } from "../../projections/smsCarrierIds.js";
import { foundSurely } from "./foundSurely.js";
var MAY_BE_EARLY_MS = 6e4;
var MAX_UNKNOWN = 1e4;
function smsReceiptHandler(dependencies) {
  const { ledger, carrierIds, carrierIdsPosition, log, metrics } = dependencies;
  const { clock } = ledger;
  const unknownSinceMs = /* @__PURE__ */ new Map();
  const mayBeEarly = (carrierId) => {
    const sinceMs = unknownSinceMs.get(carrierId) ?? clock.monotonicMs();
    unknownSinceMs.set(carrierId, sinceMs);
    const [oldest] = unknownSinceMs.keys();
    if (unknownSinceMs.size > MAX_UNKNOWN && oldest !== void 0) unknownSinceMs.delete(oldest);
    return clock.monotonicMs() - sinceMs < MAY_BE_EARLY_MS;
  };
  return async (receipt) => {
    const find = () => segmentOfCarrierId(carrierIds, receipt.carrierId);
    const segment = await foundSurely({ find, position: carrierIdsPosition }, dependencies);
    if (segment === null && mayBeEarly(receipt.carrierId))
      throw new Error("no submission of this id is known yet; it may be recorded in a moment");
    unknownSinceMs.delete(receipt.carrierId);
    const state = segment === null ? "unknown" : receipt.state;
    metrics.count("postledger_sms_receipts_total", { state });
    if (segment === null) {
      const { carrierId: carrierId2 } = receipt;
      log.warn({ carrierId: carrierId2 }, "a receipt for an SMS that was not submitted here was ignored");
      return;
    }
    const { smsId, carrierId } = segment;
    await appendWithRetry(clock, () => recordSmsReceipt(ledger, smsId, { ...receipt, carrierId }));
  };
}
export {
  smsReceiptHandler
};
//# sourceMappingURL=smsReceipts.js.map
