// src/commands/kernel/parseInstant.ts
import { dayOf } from "../../events/fieldPatterns.js";
var INSTANT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,12}))?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/;
var DAY_MS = 864e5;
var FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
var LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
function parseInstant(text) {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year = "", month = "", day = "", hour, minute, second = "0", fraction = "", ...offset] = match;
  const [sign, offsetHour, offsetMinute] = offset;
  const dateMs = Date.parse(`${year}-${month}-01T00:00:00.000Z`) + (Number(day) - 1) * DAY_MS;
  if (Number.isNaN(dateMs) || dateOf(dateMs) !== `${year}-${month}-${day}`) return null;
  const offsetMinutes = (sign === "-" ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const minutes = Number(hour) * 60 + Number(minute) - offsetMinutes;
  const ms = dateMs + minutes * 6e4 + Number(second) * 1e3 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  return ms < FIRST_MS || ms > LAST_MS ? null : ms;
}
function dateOf(ms) {
  return ms > LAST_MS ? "" : dayOf(new Date(ms).toISOString());
}
export {
  parseInstant
};
//# sourceMappingURL=parseInstant.js.map
