// src/adapters/mime/bodyParts.ts
import { setImmediate } from "node:timers/promises";
import { attachmentPart } from "./attachmentPart.js";
var HTML_PLACE = /* @__PURE__ */ Symbol("the html");
var TEXT_PLACE = /* @__PURE__ */ Symbol("the text");
async function bodyParts(content, encodings) {
  const { html, attachments, boundarySeed } = content;
  const boundary = (level) => `=_${boundarySeed}_${level}`;
  const isRelated = ({ contentId, disposition }) => html !== null && contentId !== null && disposition === "inline";
  const [related, others] = [[], []];
  for (const attachment of attachments) {
    (isRelated(attachment) ? related : others).push(attachmentPart(attachment));
    await setImmediate();
  }
  const shown = multipart("related", boundary("r"), [htmlPart(encodings.html), ...related]);
  return multipart("mixed", boundary("m"), [
    readable(content, shown, boundary("a"), encodings.text),
    ...others
  ]);
}
function readable({ html, text }, shown, boundary, encoding) {
  if (html === null) return textPart(encoding);
  return text === null ? shown : multipart("alternative", boundary, [textPart(encoding), shown]);
}
var textPart = (encoding) => [textFields("plain", encoding), TEXT_PLACE];
var htmlPart = (encoding) => [textFields("html", encoding), HTML_PLACE];
function textFields(kind, encoding) {
  return Buffer.from(
    `Content-Type: text/${kind}; charset=utf-8\r
Content-Transfer-Encoding: ${encoding}\r
\r
`
  );
}
function multipart(kind, boundary, parts) {
  const [only] = parts;
  if (parts.length === 1 && only !== void 0) return only;
  const begin = Buffer.from(`--${boundary}\r
`);
  return [
    Buffer.from(`Content-Type: multipart/${kind};\r
 boundary="${boundary}"\r
\r
`),
    ...parts.flatMap((part) => [begin, ...part]),
    Buffer.from(`--${boundary}--\r
`)
  ];
}
export {
  HTML_PLACE,
  TEXT_PLACE,
  bodyParts
};
//# sourceMappingURL=bodyParts.js.map
