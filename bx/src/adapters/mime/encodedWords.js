// src/adapters/mime/encodedWords.ts
import { textEncoding } from "./transferEncoding.js";
var WORD_MAX = 75;
var WORD_LINE_MAX = 76;
var Q = { open: "=?UTF-8?Q?", close: "?=" };
var B = { open: "=?UTF-8?B?", close: "?=" };
var ROOM = WORD_MAX - Q.open.length - Q.close.length;
var B_ROOM_BYTES = Math.floor(ROOM / 4) * 3;
var PLAIN = /^[A-Za-z0-9!*+/-]$/;
var LEAST_ROOM = 20;
function encodedWords(text, taken) {
  const whole = text.toWellFormed();
  return textEncoding(whole) === "base64" ? inBase64(whole, taken) : inQ(whole, taken);
}
function inBase64(text, taken) {
  const first = Math.floor((ROOM - taken) / 4) * 3;
  const pieces = cut(text, (character) => Buffer.byteLength(character), B_ROOM_BYTES, first);
  return pieces.map((piece) => `${B.open}${Buffer.from(piece).toString("base64")}${B.close}`);
}
function inQ(text, taken) {
  const pieces = cut(text, (character) => qOf(character).length, ROOM, ROOM - taken);
  return pieces.map((piece) => `${Q.open}${[...piece].map(qOf).join("")}${Q.close}`);
}
function cut(text, sizeOf, room, firstRoom) {
  const pieces = [];
  let piece = "";
  let size = 0;
  let left = firstRoom < LEAST_ROOM ? room : firstRoom;
  for (const character of text) {
    const more = sizeOf(character);
    if (size + more > left) {
      pieces.push(piece);
      piece = "";
      size = 0;
      left = room;
    }
    piece += character;
    size += more;
  }
  pieces.push(piece);
  return pieces;
}
function qOf(character) {
  if (character === " ") return "_";
  if (PLAIN.test(character)) return character;
  return hexOctets(character, "=");
}
function hexOctets(character, prefix) {
  const octets = [...Buffer.from(character)].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
  return octets.map((octet) => prefix + octet).join("");
}
export {
  WORD_LINE_MAX,
  encodedWords,
  hexOctets
};
//# sourceMappingURL=encodedWords.js.map
