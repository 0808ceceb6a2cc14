// src/adapters/mime/attachmentPart.ts
import { hexOctets } from "./encodedWords.js";
import { quotedString } from "./headerFields.js";
import { packed } from "./packed.js";
import { base64Lines } from "./transferEncoding.js";
var TOKEN = "[A-Za-z0-9!#$%&'*+.^_`{|}~-]+";
var MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`
);
var TYPE_MAX = 255;
var LONGEST_LINE = 998;
var CONTENT_ID_MAX = 900;
function attachmentPart(attachment) {
  const { filename, content, contentId, disposition } = attachment;
  const type = partType(attachment);
  const isUnencoded = /^message\//i.test(type);
  const fields = [
    `Content-Type: ${type}${parameter("name", filename)}`,
    `Content-Transfer-Encoding: ${isUnencoded ? "7bit" : "base64"}`,
    `Content-Disposition: ${disposition}${parameter("filename", filename)}`,
    ...contentId === null ? [] : [`Content-ID: <${contentId.slice(0, CONTENT_ID_MAX)}>`]
  ];
  const head = Buffer.from(`${fields.join("\r\n")}\r
\r
`);
  return isUnencoded ? [head, content, Buffer.from("\r\n")] : [head, base64Lines(content)];
}
function partType({ type, content }) {
  const given = type.trim();
  if (given.length > TYPE_MAX || !MEDIA_TYPE.test(given) || /^multipart\//i.test(given))
    return "application/octet-stream";
  if (/^message\//i.test(given) && !needsNoEncoding(content)) return "application/octet-stream";
  return given.replace(/\s*;\s*name=(?:"[^"]*"|[^;\s]*)/gi, "");
}
function needsNoEncoding(content) {
  let line = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at];
    if (byte === void 0 || byte === 0 || byte > 126) return false;
    if (byte === 10) return false;
    if (byte !== 13) {
      if (++line > LONGEST_LINE) return false;
      continue;
    }
    if (content[++at] !== 10) return false;
    line = 0;
  }
  return true;
}
var SHORT = /^(?!.*=\?)[ -~]{0,60}$/;
var ATTRIBUTE_CHAR = /^[A-Za-z0-9!#$&+.^_`|~-]$/;
var PIECE_MAX = 50;
function parameter(name, value) {
  if (SHORT.test(value)) return `;\r
 ${name}=${quotedString(value)}`;
  const characters = [...value.toWellFormed()].map(
    (one) => ATTRIBUTE_CHAR.test(one) ? one : hexOctets(one, "%")
  );
  return packed(characters, PIECE_MAX).map((piece, at) => `;\r
 ${name}*${at}*=${at === 0 ? "utf-8''" : ""}${piece}`).join("");
}
export {
  attachmentPart
};
//# sourceMappingURL=attachmentPart.js.map
