// src/cli/argumentParsers.ts
import { InvalidArgumentError } from "commander";
import { isEmailAddress } from "../commands/email/emailAddress.js";
import { parseInstant } from "../commands/kernel/parseInstant.js";
import { senderDomainName } from "../commands/workspace/senderDomainName.js";
import { isPhoneNumber, isUuid } from "../events/fieldPatterns.js";
function checked(isValid, fault) {
  return (text) => {
    if (!isValid(text)) throw new InvalidArgumentError(fault);
    return text;
  };
}
var phoneNumber = checked(
  isPhoneNumber,
  "It must be a number in E.164 form, such as +4915123456789."
);
var addressOrNumber = checked(
  (text) => isEmailAddress(text) || isPhoneNumber(text),
  "It must be an email address, or a number in E.164 form, such as +4915123456789."
);
var personName = checked((text) => text.trim() !== "", "It must be a name.");
var reason = checked(
  (text) => text.trim() !== "" && new RegExp("^\\P{Cc}+$", "u").test(text) && [...text].length <= 500,
  "It must be one line of 1 to 500 characters."
);
var filePath = checked((text) => text.trim() !== "", "It must be a path.");
var emailAddress = checked(isEmailAddress, "It must be an email address.");
function wholeNumber(least) {
  const isValid = (text) => /^-?\d{1,15}$/.test(text) && Number(text) >= least;
  return checked(isValid, `It must be a whole number of at least ${least}.`);
}
var timeMs = (text) => parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`);
var instant = checked(
  (text) => timeMs(text) !== null,
  "It must be a time such as 2026-03-01T09:00:00Z, or a date for its beginning in UTC."
);
function uuid(text) {
  if (!isUuid(text)) throw new InvalidArgumentError("It must be an id (uuid).");
  return text.toLowerCase();
}
var uuids = (text, before = []) => [...before, uuid(text)];
function senderDomain(text) {
  const name = senderDomainName(text);
  if (name === null) throw new InvalidArgumentError("It must be a domain, such as mail.example.org.");
  return name;
}
var UNIT_MS = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
var LONGEST_MS = 100 * 365 * UNIT_MS.d;
function durationMs(text) {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(ms > 0) || ms > LONGEST_MS)
    throw new InvalidArgumentError("It must be a duration such as 90s, 15m, 12h or 30d.");
  return ms;
}
function duration(text) {
  durationMs(text);
  return text;
}
function momentMs(text, nowMs) {
  const ms = timeMs(text);
  if (ms !== null) return ms;
  if (/^\d+[smhd]$/.test(text)) return nowMs - durationMs(text);
  throw new InvalidArgumentError(
    "It must be a time such as 2026-03-01T09:00:00Z, a date for its beginning in UTC, or a duration ago such as 2h."
  );
}
function moment(text) {
  momentMs(text, 0);
  return text;
}
export {
  addressOrNumber,
  duration,
  durationMs,
  emailAddress,
  filePath,
  instant,
  moment,
  momentMs,
  personName,
  phoneNumber,
  reason,
  senderDomain,
  timeMs,
  uuid,
  uuids,
  wholeNumber
};
//# sourceMappingURL=argumentParsers.js.map
