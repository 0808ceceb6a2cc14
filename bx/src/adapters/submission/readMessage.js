// src/adapters/submission/readMessage.ts
import addressparser from "nodemailer/lib/addressparser";
import { inOneLine } from "../../events/fieldPatterns.js";
import { mailOf, PARSED_FIELDS, partsOf, typeOf } from "../intake/readMail.js";
import { decodedWords } from "./encodedText.js";
import { parsedMessage } from "./parsedMessage.js";
var MAX_HEAD_BYTES = 262144;
var MAX_FIELDS = 2e3;
var MAX_PART_HEAD_BYTES = 1048576;
var MAX_LINES = 1e6;
var NOT_OF_THE_FILE = /* @__PURE__ */ new Set(["boundary", "name", "format", "delsp"]);
async function readMessage(raw) {
  const { head, body } = partsOf(raw);
  if (raw.length - body.length > MAX_HEAD_BYTES || partHeadBytes(body) > MAX_PART_HEAD_BYTES) return null;
  if (hasTooManyLines(body)) return null;
  const lines = head.split(/\r?\n(?![ \t])/);
  if (lines.length > MAX_FIELDS) return null;
  const needed = lines.filter((line) => PARSED_FIELDS.test(line));
  const mail = await parsedMessage(mailOf(needed, body));
  const unfolded = lines.flatMap(fieldOf);
  const mailboxes = (name) => unfolded.flatMap((field) => field.name.toLowerCase() === name ? mailboxesIn(field.value) : []);
  return {
    fields: unfolded.map(({ name, value }) => ({ name, value: inOneLine(decodedWords(value)) })),
    from: mailboxes("from"),
    to: mailboxes("to"),
    cc: mailboxes("cc"),
    replyTo: mailboxes("reply-to"),
    text: withoutLastBreak(mail.text),
    html: withoutLastBreak(mail.html),
    attachments: mail.attachments.map(attachmentOf)
  };
}
var withoutLastBreak = (text) => text.replace(/\n$/, "");
function fieldOf(line) {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0)).trimEnd();
  if (!/^[!-9;-~]+$/.test(name)) return [];
  return [
    {
      name,
      value: line.slice(colon + 1).replace(/\r?\n(?=[ \t])/g, "").trim()
    }
  ];
}
function mailboxesIn(value) {
  return addressparser(value, { flatten: true }).map(({ name, address }) => ({
    name: decodedWords(name),
    address: address ?? ""
  }));
}
function attachmentOf({
  filename,
  contentType,
  contentDisposition,
  content,
  cid,
  headers
}) {
  const { params = {} } = headers.get("content-type") ?? {};
  const given = Object.entries(params).filter(([name]) => !NOT_OF_THE_FILE.has(name));
  return {
    filename: filename ?? "",
    type: [typeOf(contentType), ...given.map(([name, value]) => `${name}="${value}"`)].join("; "),
    contentId: cid ?? null,
    disposition: cid !== void 0 && contentDisposition !== "attachment" ? "inline" : "attachment",
    content
  };
}
function partHeadBytes(bytes) {
  const emptyLines = ["\n\r\n", "\n\n"].map((end) => nextOf(bytes, end));
  let sum = 0;
  for (let at = bytes.indexOf("\n--"); at >= 0 && sum <= MAX_PART_HEAD_BYTES; ) {
    const end = Math.min(...emptyLines.map((next) => next(at + 1)));
    sum += end - at;
    at = end === bytes.length ? -1 : bytes.indexOf("\n--", end);
  }
  return sum;
}
function hasTooManyLines(bytes) {
  let lines = 0;
  for (let at = bytes.indexOf("\n"); at >= 0 && lines <= MAX_LINES; at = bytes.indexOf("\n", at + 1)) lines++;
  return lines > MAX_LINES;
}
function nextOf(bytes, text) {
  let found = -1;
  return (after) => {
    if (found < after) found = bytes.indexOf(text, after);
    if (found < 0) found = bytes.length;
    return found;
  };
}
export {
  readMessage
};
//# sourceMappingURL=readMessage.js.map
