// src/mail/classifyBounce.ts
import { beginningOf, inOneLine } from "../events/fieldPatterns.js";
import { permanent, refusedPart, transient, verdictOfText } from "./bounceTexts.js";
var MAX_DIAGNOSTIC_CHARS = 1e3;
function diagnosticOf(text) {
  return beginningOf(inOneLine(text), MAX_DIAGNOSTIC_CHARS);
}
function classifyBounce({ code, enhanced, text, isOfMessage = false }) {
  const inText = codesIn(text);
  const statuses = [enhanced, inText.enhanced].filter((status2) => status2 !== null);
  if (statuses.some((status2) => /^\d\.7\./.test(status2))) return transient(refusedPart(text));
  const status = statuses.find((one) => !/^\d\.0\.0$/.test(one)) ?? null;
  const [, kind, subject, detail] = /^(\d)\.(\d+)\.(\d+)$/.exec(status ?? "") ?? [];
  const basic = code ?? inText.code;
  const known = subject === void 0 ? null : CODES[`${subject}.${detail}`] ?? null;
  const isTemporary = kind === void 0 ? basic !== null && basic < 500 : kind === "4";
  if (isTemporary) return transientOnly(known ?? verdictOfText(text));
  const found = known ?? verdictOfText(text);
  if (found !== null) return found;
  const isByStatus = subject !== void 0 && basic !== 521 && basic !== 556;
  if (isByStatus && subject === "6") return transient(refusedPart(text));
  const weak = isByStatus ? WEAK_CODES[`${subject}.${detail}`] : BASIC_CODES.get(basic ?? 0);
  return isOfMessage ? transientOnly(weak ?? null) : weak ?? OTHER_REASON;
}
var OTHER_REASON = transient("General");
var CODES = {
  "1.1": permanent("NoEmail"),
  "1.2": permanent("General"),
  "1.3": permanent("NoEmail"),
  "1.6": permanent("NoEmail"),
  "1.10": permanent("NoEmail"),
  // These three are about the sender.
  "1.7": transient("General"),
  "1.8": transient("General"),
  "1.9": transient("General"),
  "2.2": transient("MailboxFull"),
  "2.3": transient("MessageTooLarge"),
  "3.4": transient("MessageTooLarge"),
  // Exchange's own, for a domain that the DNS does not know.
  "4.310": permanent("General")
};
var WEAK_CODES = {
  "1.0": permanent("General"),
  "1.4": permanent("General"),
  "2.1": permanent("General"),
  "4.4": permanent("General")
};
var BASIC_CODES = /* @__PURE__ */ new Map([
  [521, permanent("General")],
  [550, permanent("General")],
  [551, permanent("NoEmail")],
  [552, transient("MailboxFull")],
  [553, permanent("NoEmail")],
  [556, permanent("General")]
]);
function transientOnly(verdict) {
  return verdict === null || verdict.bounceType === "Permanent" ? OTHER_REASON : verdict;
}
var ENHANCED = String.raw`[245]\.\d{1,3}\.\d{1,3}`;
var REPLY = new RegExp(String.raw`(?:^|[^\d.])([2-5][0-5]\d)(?:[ -]+|$)(?:#?(${ENHANCED})(?![\d.]*\d))?`);
var BARE = new RegExp(String.raw`(?:^|[\s(#:;])(${ENHANCED})(?![\d.]*\d)`);
function codesIn(text) {
  const reply = REPLY.exec(text);
  const enhanced = reply?.[2] ?? BARE.exec(text)?.[1] ?? null;
  return { code: reply?.[1] === void 0 ? null : Number(reply[1]), enhanced };
}
export {
  classifyBounce,
  codesIn,
  diagnosticOf
};
//# sourceMappingURL=classifyBounce.js.map
