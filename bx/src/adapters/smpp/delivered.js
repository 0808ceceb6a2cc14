// src/adapters/smpp/delivered.ts
import { gsmSeptetsOf } from "../../events/gsmAlphabet.js";
var TYPE_BITS = 60;
var RECEIPT = 4;
var DELIVERED = 2;
var FAILED = { 3: "EXPIRED", 4: "DELETED", 5: "UNDELIV", 8: "REJECTD" };
var STATES = {
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  REJECTD: 8
};
function deliveredOf(pdu) {
  const type = numberIn(pdu, "esm_class") & TYPE_BITS;
  if (type === RECEIPT) return receiptOf(pdu);
  if (type !== 0) return { is: "nothing", why: "neither a message nor a receipt" };
  const content = contentOf(pdu);
  if (typeof content.text !== "string") return { is: "nothing", why: "a message that is no text" };
  return {
    is: "message",
    message: {
      carrierId: textIn(pdu, "receipted_message_id") || null,
      from: numberFrom(textIn(pdu, "source_addr")),
      to: numberFrom(textIn(pdu, "destination_addr")),
      text: content.text,
      part: partIn(content.header) ?? partOf(pdu)
    }
  };
}
function receiptOf(pdu) {
  const report = asciiOf(contentOf(pdu).text);
  const carrierId = textIn(pdu, "receipted_message_id") || (/\bid:\s*(\S+)/i.exec(report)?.[1] ?? "");
  if (carrierId === "") return { is: "nothing", why: "a receipt without an id" };
  const word = /\bstat:\s*(\w+)/i.exec(report)?.[1]?.toUpperCase() ?? "";
  const state = numberIn(pdu, "message_state") || (STATES[word] ?? 0);
  const error = /\berr:\s*(\w+)/i.exec(report)?.[1];
  if (state === DELIVERED)
    return { is: "receipt", receipt: { carrierId, state: "delivered", detail: "DELIVRD" } };
  const failed = FAILED[state];
  if (failed === void 0) return { is: "nothing", why: "a receipt of an interim state" };
  const detail = error === void 0 ? failed : `${failed} err:${error}`;
  return { is: "receipt", receipt: { carrierId, state: "failed", detail } };
}
function contentOf(pdu) {
  const short = asContent(pdu.short_message);
  return short.text === "" ? asContent(pdu.message_payload ?? "") : short;
}
function asContent(value) {
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value))
    return { text: value, header: [] };
  const { message, udh } = value;
  const isEmpty = Buffer.isBuffer(message) && message.length === 0;
  return { text: isEmpty ? "" : message, header: Array.isArray(udh) ? udh.filter(Buffer.isBuffer) : [] };
}
function asciiOf(text) {
  if (Buffer.isBuffer(text)) return text.toString("latin1");
  if (typeof text !== "string") return "";
  return text.replace(new RegExp("\\P{ASCII}", "gu"), (letter) => {
    const [septet, ...more] = gsmSeptetsOf(letter) ?? [];
    return septet === void 0 || more.length > 0 ? letter : String.fromCharCode(septet);
  });
}
function partIn(header) {
  for (const element of header) {
    if (element[0] === 0 && element.length === 5)
      return checked(element.readUInt8(2), element.readUInt8(4), element.readUInt8(3));
    if (element[0] === 8 && element.length === 6)
      return checked(element.readUInt16BE(2), element.readUInt8(5), element.readUInt8(4));
  }
  return null;
}
function partOf(pdu) {
  const of = numberIn(pdu, "sar_total_segments");
  return checked(numberIn(pdu, "sar_msg_ref_num"), numberIn(pdu, "sar_segment_seqnum"), of);
}
function checked(reference, number, of) {
  return of > 1 && number >= 1 && number <= of ? { reference, number, of } : null;
}
function numberFrom(address) {
  const digits = /^(?:00)?(\d+)$/.exec(address)?.[1];
  return digits === void 0 ? address : `+${digits}`;
}
function numberIn(pdu, name) {
  const value = pdu[name];
  return typeof value === "number" ? value : 0;
}
function textIn(pdu, name) {
  const value = pdu[name];
  const text = Buffer.isBuffer(value) ? value.toString("latin1") : value;
  return typeof text === "string" ? new RegExp("^\\P{Cc}*", "u").exec(text)?.[0] ?? "" : "";
}
export {
  deliveredOf
};
//# sourceMappingURL=delivered.js.map
