// src/adapters/intake/readMail.ts
import { simpleParser } from "mailparser";
var PARSER_OPTIONS = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true
};
var MAX_PART_CHARS = 65536;
var MAX_PARTS = 20;
var PARSED_FIELDS = /^(?:content-[a-z-]{1,40}|mime-version|subject)[ \t]*:/i;
var MAX_FIELD_CHARS = 1e4;
async function readMail(raw) {
  const { head, body } = partsOf(raw);
  const needed = head.split(/\r?\n(?![ \t])/).filter((field) => PARSED_FIELDS.test(field) && field.length <= MAX_FIELD_CHARS);
  const mail = await simpleParser(mailOf(needed, body), PARSER_OPTIONS);
  const html = typeof mail.html === "string" ? wordsOfHtml(mail.html.slice(0, MAX_PART_CHARS)) : "";
  const parts = mail.attachments.slice(0, MAX_PARTS).map(({ contentType, content }) => ({
    type: typeOf(contentType),
    content: content.toString("utf8").slice(0, MAX_PART_CHARS)
  }));
  return {
    head,
    subject: mail.subject ?? "",
    text: `${mail.text ?? ""}
${html}`.slice(0, 2 * MAX_PART_CHARS),
    parts
  };
}
var typeOf = (contentType) => (contentType || "application/octet-stream").toLowerCase();
function partsOf(raw) {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const ends = ["\n\r\n", "\n\n"].map((end) => bytes.indexOf(end)).filter((at) => at >= 0);
  const headBytes = ends.length === 0 ? bytes.length : Math.min(...ends) + 1;
  return { head: bytes.toString("utf8", 0, headBytes).trimEnd(), body: bytes.subarray(headBytes) };
}
function mailOf(fields, body) {
  return Buffer.concat([Buffer.from(fields.map((field) => `${field}\r
`).join("")), body]);
}
function wordsOfHtml(html) {
  return html.replace(/<(?:br|p|div|tr|li)\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&nbsp;/g, " ").replace(/&amp;/g, "&");
}
export {
  PARSED_FIELDS,
  PARSER_OPTIONS,
  mailOf,
  partsOf,
  readMail,
  typeOf
};
//# sourceMappingURL=readMail.js.map
