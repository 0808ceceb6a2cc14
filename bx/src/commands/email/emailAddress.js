// src/commands/email/emailAddress.ts
import { hasControlCharacter } from "../../events/fieldPatterns.js";
var PLAIN = "A-Za-z0-9!#$%&'*+/^_`{|}~-";
var ATOM = `(?:(?:[?${PLAIN}]|=+[${PLAIN}])+=*|=+)`;
var LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
var EMAIL_ADDRESS_PATTERN = `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}$`;
var EMAIL_ADDRESS_MAX = 320;
var emailAddress = new RegExp(EMAIL_ADDRESS_PATTERN);
var senderAddress = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);
function isEmailAddress(text) {
  return text.length <= EMAIL_ADDRESS_MAX && emailAddress.test(text);
}
function parseMailbox(text) {
  if (hasControlCharacter(text)) return null;
  const trimmed = text.trim();
  if (isSenderAddress(trimmed)) return { name: null, address: trimmed };
  if (!trimmed.endsWith(">")) return null;
  const open = trimmed.lastIndexOf("<");
  const address = trimmed.slice(open + 1, -1).trim();
  if (open < 0 || !isSenderAddress(address)) return null;
  return { name: unquoted(trimmed.slice(0, open).trim()), address };
}
var isSenderAddress = (text) => text.length <= EMAIL_ADDRESS_MAX && senderAddress.test(text);
function formatMailbox({ name, address }) {
  if (name === null || name === "") return address;
  return `${isPlainPhrase(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}
function isPlainPhrase(name) {
  return /^[^\s"(),.:;<>@[\\\]]+(?: [^\s"(),.:;<>@[\\\]]+)*$/.test(name) && !name.includes("=?");
}
function unquoted(name) {
  if (name === "") return null;
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  const inner = name.slice(1, -1).replace(/\\(.)/g, "$1").trim();
  return inner === "" ? null : inner;
}
export {
  EMAIL_ADDRESS_MAX,
  EMAIL_ADDRESS_PATTERN,
  formatMailbox,
  isEmailAddress,
  parseMailbox
};
//# sourceMappingURL=emailAddress.js.map
