// src/projections/smsCarrierIds.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
var smsCarrierIds = projection({
  name: "sms_carrier_ids",
  version: 2,
  indexes: {},
  key: ({ data: { carrierId } }) => carrierId && plainId(carrierId),
  on: { SmsSegmentSent: idOf, SmsSent: idOf }
});
function idOf(document, { stream }) {
  const smsId = streamId(stream);
  return document?.smsId === smsId ? document : { smsId };
}
async function segmentOfCarrierId(collection, carrierId) {
  const spellings = spellingsOf(carrierId);
  const found = await collection.getMany(spellings);
  for (const spelling of spellings) {
    const smsId = found.get(spelling)?.document.smsId;
    if (smsId !== void 0) return { smsId, carrierId: spelling };
  }
  return null;
}
var NUMBER = /^[0-9a-f]{1,64}$/i;
function plainId(carrierId) {
  return NUMBER.test(carrierId) ? carrierId.replace(/^0+(?=.)/, "").toLowerCase() : carrierId;
}
function spellingsOf(carrierId) {
  const plain = plainId(carrierId);
  const spellings = [plain];
  if (/^\d{1,20}$/.test(plain)) spellings.push(BigInt(plain).toString(16));
  if (/^[0-9a-f]{1,16}$/.test(plain)) spellings.push(BigInt(`0x${plain}`).toString(10));
  return [.../* @__PURE__ */ new Set([...spellings, carrierId])];
}
export {
  segmentOfCarrierId,
  smsCarrierIds
};
//# sourceMappingURL=smsCarrierIds.js.map
