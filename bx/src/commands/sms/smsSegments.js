// src/commands/sms/smsSegments.ts
import { gsmSeptetsOf } from "../../events/gsmAlphabet.js";
var MAX_SMS_SEGMENTS = 255;
var GSM_7 = { alone: 160, part: 153 };
var UCS_2 = { alone: 70, part: 67 };
var graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
function divideSms(text) {
  if (text.length > MAX_SMS_SEGMENTS * GSM_7.part) return null;
  const gsm = gsmPieces(text);
  const division = gsm === null ? { coding: "ucs2", segments: segmentsOf(ucsPieces(text), UCS_2) } : { coding: "gsm7", segments: segmentsOf(gsm, GSM_7) };
  return division.segments.length > MAX_SMS_SEGMENTS ? null : division;
}
function smsSegments(text) {
  return divideSms(text)?.segments.length ?? null;
}
function gsmPieces(text) {
  const pieces = [];
  for (const character of text) {
    const septets = gsmSeptetsOf(character);
    if (septets === null) return null;
    pieces.push([character, septets.length]);
  }
  return pieces;
}
function ucsPieces(text) {
  const pieces = [];
  for (const { segment } of graphemes.segment(text)) {
    if (segment === "\r\n" || segment.length > UCS_2.part)
      for (const point of segment) pieces.push([point, point.length]);
    else pieces.push([segment, segment.length]);
  }
  return pieces;
}
function segmentsOf(pieces, { alone, part }) {
  if (pieces.length === 0) return [];
  const total = pieces.reduce((sum, [, units]) => sum + units, 0);
  const room = total <= alone ? alone : part;
  const segments = [];
  let segment = "";
  let used = 0;
  for (const [text, units] of pieces) {
    if (used + units > room) {
      segments.push(segment);
      segment = "";
      used = 0;
    }
    segment += text;
    used += units;
  }
  return [...segments, segment];
}
export {
  MAX_SMS_SEGMENTS,
  divideSms,
  smsSegments
};
//# sourceMappingURL=smsSegments.js.map
