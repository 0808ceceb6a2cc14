// src/adapters/mime/transferEncoding.ts
var CR = 13;
var LF = 10;
var SPACE = 32;
var TAB = 9;
var EQUALS = 61;
var DOT = 46;
var LAST_PRINTABLE = 126;
var MOSTLY_FOREIGN = 1 / 6;
var LINE_MAX = 76;
var BASE64_LINE_BYTES = LINE_MAX / 4 * 3;
var UNENCODED = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte > SPACE && byte <= LAST_PRINTABLE && byte !== EQUALS ? 1 : 0
);
var HEX = Buffer.from("0123456789ABCDEF");
function textEncoding(text) {
  const bytes = Buffer.from(text);
  let foreign = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > LAST_PRINTABLE) foreign++;
  return foreign > bytes.length * MOSTLY_FOREIGN ? "base64" : "quoted-printable";
}
function encodedText(text, encoding) {
  const bytes = Buffer.from(
    text.includes("\r") || text.includes("\n") ? text.replace(/\r\n|\r|\n/g, "\r\n") : text
  );
  return encoding === "base64" ? base64Lines(bytes) : quotedPrintable(bytes);
}
function base64Lines(bytes) {
  const lines = Math.ceil(bytes.length / BASE64_LINE_BYTES);
  const out = Buffer.allocUnsafe(lines * (LINE_MAX + 2));
  let at = 0;
  for (let from = 0; from < bytes.length; from += BASE64_LINE_BYTES) {
    at += out.write(bytes.toString("base64", from, from + BASE64_LINE_BYTES), at, "latin1");
    out[at++] = CR;
    out[at++] = LF;
  }
  return out.subarray(0, at);
}
function quotedPrintable(bytes) {
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil(bytes.length * 3 / 70) * 3 + 5);
  let at = 0;
  let lineStart = 0;
  for (let from = 0; from < bytes.length; from++) {
    const byte = bytes[from] ?? 0;
    const inLine = at - lineStart;
    if (UNENCODED[byte] === 1 && inLine > 0 && inLine < LINE_MAX - 1) {
      out[at++] = byte;
      continue;
    }
    if (byte === CR && bytes[from + 1] === LF) {
      out[at++] = CR;
      out[at++] = LF;
      lineStart = at;
      from++;
      continue;
    }
    const atEnd = from + 1 === bytes.length || bytes[from + 1] === CR && bytes[from + 2] === LF;
    const plain = isPlain(byte, atEnd) && !(at === lineStart && isMangled(bytes, from));
    const width = plain ? 1 : 3;
    if (at - lineStart + width > (atEnd ? LINE_MAX : LINE_MAX - 1)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      lineStart = at;
      from--;
      continue;
    }
    if (plain) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] ?? 0;
      out[at++] = HEX[byte & 15] ?? 0;
    }
  }
  out[at++] = CR;
  out[at++] = LF;
  return out.subarray(0, at);
}
function isPlain(byte, atEnd) {
  if (byte === SPACE || byte === TAB) return !atEnd;
  return byte > SPACE && byte <= LAST_PRINTABLE && byte !== EQUALS;
}
function isMangled(bytes, from) {
  return bytes[from] === DOT || bytes.toString("latin1", from, from + 5) === "From ";
}
export {
  base64Lines,
  encodedText,
  textEncoding
};
//# sourceMappingURL=transferEncoding.js.map
