// test/adapters/embedded/log/randomAppends.ts
import { appendTexts } from "../../../../src/adapters/embedded/log/logFormat.js";
import { newEvent } from "../../../contract/eventStore/events.js";
var ALPHABET = ["a", "a", "a", "\xFC", "\u20AC", "\u20AC", "\u{1F600}"];
var TYPES = ["Sent", "Bounced", "Opened", "Clicked"];
var nothingFilled = () => ({ appends: 0, heads: 0, bytes: 0 });
function randomAppend(random, n) {
  const below = (end) => Math.floor(random() * end);
  const isAscii = random() < 0.5;
  const text = () => Array.from({ length: below(60) }, () => isAscii ? "a" : ALPHABET[below(ALPHABET.length)]).join("");
  const events = Array.from({ length: 1 + below(3) }, (_, at) => ({
    ...newEvent({ text: text() }, TYPES[below(TYPES.length)]),
    id: `${n}/${at}`
  }));
  return appendTexts(`stream-${n}${text()}`, below(100) - 1, events);
}
function readBatch({ heads, bytes }, appends) {
  let head = 0;
  let at = 0;
  const number = () => heads[head++] ?? -1;
  const text = () => {
    const from = at;
    at += number();
    return bytes.toString("utf8", from, at);
  };
  return Array.from({ length: appends }, () => {
    const expected = number();
    const events = number();
    const stream = text();
    return { stream, expected, texts: Array.from({ length: events * 6 }, text) };
  });
}
function asRead({ stream, expected, texts }) {
  return { stream, expected, texts: [...texts] };
}
function hasRoom({ appends, heads, bytes }, held, { texts, characters }) {
  const heldTexts = held.flatMap((one) => [one.stream, ...one.texts]);
  const numbers = held.reduce((sum, one) => sum + 3 + one.texts.length, 0);
  return held.length < appends && numbers + 3 + texts.length <= heads && Buffer.byteLength(heldTexts.join("")) + 3 * characters <= bytes;
}
export {
  asRead,
  hasRoom,
  nothingFilled,
  randomAppend,
  readBatch
};
//# sourceMappingURL=randomAppends.js.map
