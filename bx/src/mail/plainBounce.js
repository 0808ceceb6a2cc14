// src/mail/plainBounce.ts
import { isFromMailSystem } from "./autoReply.js";
import { verdictOfText } from "./bounceTexts.js";
import { bareAddress } from "./feedbackReport.js";
import { fieldOf } from "./headerFields.js";
var STILL_TRIED = /\bdelayed\b|not yet been delivered|will be (?:retried|tried)|keep trying|continue (?:to try|trying)|still (?:trying|being)|no action is required|this is a warning message only/i;
var COPY = /^(?:>|-{2,}[^\n]{0,80}(?:copy of|original|returned|below|header)|(?:return-path|received|message-id|dkim-signature|mime-version): )/im;
var CODE = /(?:^|[\s:;(])(?:[45][0-5]\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3})?|#?[45]\.\d{1,3}\.\d{1,3}[ )])/m;
var ADDRESS = /[^\s<>@"'()[\],;:]{1,64}@[a-z0-9.-]{1,253}[a-z0-9]/gi;
var BETWEEN_PARAGRAPHS = /\n[ \t\r]*\n/;
var MAX_TEXT_CHARS = 2e4;
var MAX_REFUSAL_CHARS = 1e3;
var MAX_ADDRESSES = 20;
function plainBounce(fields, { sender, subject, text }) {
  const failed = (fields.get("x-failed-recipients") ?? []).flatMap((list) => list.split(","));
  const words = textBeforeCopy(text.slice(0, MAX_TEXT_CHARS));
  if (failed.length === 0 && !isFromMailSystem(fields, sender)) return null;
  const refusal = refusalIn(words);
  const isDelayed = STILL_TRIED.test(`${subject}
${words}`);
  if (refusal === "" && failed.length === 0 && !isDelayed) return null;
  const addresses = failed.length > 0 ? failed.map(bareAddress) : words.match(ADDRESS) ?? [];
  return {
    action: isDelayed ? "delayed" : "failed",
    refusal,
    addresses: [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, MAX_ADDRESSES)
  };
}
function refusalIn(given) {
  const text = given.slice(0, MAX_TEXT_CHARS);
  const code = CODE.exec(text);
  if (code !== null) {
    const line = text.lastIndexOf("\n", code.index + 1) + 1;
    const from = text.slice(line, line + MAX_REFUSAL_CHARS);
    return (from.split(BETWEEN_PARAGRAPHS)[0] ?? "").trim();
  }
  const paragraphs = text.split(BETWEEN_PARAGRAPHS);
  const refusal = paragraphs.find((paragraph) => verdictOfText(paragraph) !== null);
  return refusal?.trim().slice(0, MAX_REFUSAL_CHARS) ?? "";
}
function textBeforeCopy(text) {
  const copy = COPY.exec(text);
  return copy === null ? text : text.slice(0, copy.index);
}
function quotedMessageIds(text) {
  const found = text.slice(0, MAX_TEXT_CHARS).matchAll(/^[> \t]{0,10}message-id:\s{0,10}<([^<>\s]{1,300})>/gim);
  return [...found].flatMap(([, id]) => id === void 0 ? [] : [id]);
}
function returnedMessage(fields) {
  const [, id] = /<([^<>\s]{1,300})>/.exec(fieldOf(fields, "message-id")) ?? [];
  const senders = ["return-path", "x-original-return-path", "errors-to"].flatMap(
    (name) => fields.get(name) ?? []
  );
  return { senders: senders.map(bareAddress), messageIds: id === void 0 ? [] : [id] };
}
export {
  plainBounce,
  quotedMessageIds,
  refusalIn,
  returnedMessage
};
//# sourceMappingURL=plainBounce.js.map
