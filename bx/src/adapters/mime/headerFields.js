// src/adapters/mime/headerFields.ts
import { domainToASCII } from "node:url";
import { inOneLine } from "../../events/fieldPatterns.js";
import { encodedWords, WORD_LINE_MAX } from "./encodedWords.js";
import { packed } from "./packed.js";
var LINE_GOAL = 78;
var LINE_MAX = 998;
var TOKEN_MAX = LINE_MAX - 2;
var QUOTED_MAX = 60;
var isPlainText = (text) => /^[ -~]*$/.test(text) && !text.includes("=?") && !text.includes(GAP) && tokensOf(text).every(({ length }) => length <= TOKEN_MAX);
var tokensOf = (text) => text.match(/ *\S+/g) ?? [];
var GAP = " ".repeat(61);
var ATOMS = /^[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*$/;
var DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
function textField(name, given) {
  const text = inOneLine(given);
  if (isPlainText(text)) {
    const [first = "", ...more] = tokensOf(text);
    const start = `${name}: ${first}`;
    if (start.length <= LINE_MAX) return `${packed(more, LINE_GOAL, start).join("\r\n")}\r
`;
  }
  return folded(name, encodedWords(text, name.length + 1).map(spaced));
}
function tokenField(name, token) {
  return `${name}: ${token}\r
`;
}
function mailboxField(name, mailboxes) {
  const tokens = mailboxes.flatMap((mailbox, at) => {
    const words = mailboxTokens(mailbox, name.length + 1);
    const comma = at < mailboxes.length - 1 ? "," : "";
    return words.map((word, place) => spaced(place === words.length - 1 ? word + comma : word));
  });
  return folded(name, tokens);
}
var spaced = (token) => ` ${token}`;
function folded(name, tokens) {
  const spacedOnce = tokens.map((token, at) => at === 0 ? spaced(token.trimStart()) : token);
  return `${packed(spacedOnce, WORD_LINE_MAX, `${name}:`).join("\r\n")}\r
`;
}
function mailboxTokens({ name, address }, taken) {
  const spec = addressSpec(address);
  if (name === null || name === "") return [spec];
  return [...phrase(name, taken), `<${spec}>`];
}
function phrase(given, taken) {
  const name = inOneLine(given);
  if (name.length <= QUOTED_MAX && /^[ -~]*$/.test(name) && !name.includes("=?"))
    return [ATOMS.test(name) ? name : quotedString(name)];
  return encodedWords(name, taken);
}
function addressSpec(address) {
  const at = address.lastIndexOf("@");
  const [local, domain] = at < 0 ? [address, "localhost"] : [address.slice(0, at), address.slice(at + 1)];
  const ascii = local.replace(/[^ -~]/g, "_").replaceAll("=?", "=");
  const host = (domainToASCII(domain) || domain).replace(/[^A-Za-z0-9.-]/g, "");
  return `${DOT_ATOM.test(ascii) ? ascii : quotedString(ascii)}@${host || "localhost"}`;
}
function quotedString(text) {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
export {
  mailboxField,
  quotedString,
  textField,
  tokenField
};
//# sourceMappingURL=headerFields.js.map
