// test/commands/kernel/parseInstant.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { parseInstant } from "../../../src/commands/kernel/parseInstant.js";
var instants = suite("instant input");
var good = [
  ["2026-03-01T09:00:00Z", "2026-03-01T09:00:00.000Z"],
  ["2026-03-01T09:00Z", "2026-03-01T09:00:00.000Z"],
  ["2026-03-01T09:00:00.1Z", "2026-03-01T09:00:00.100Z"],
  ["2026-03-01T09:00:00.123456789Z", "2026-03-01T09:00:00.123Z"],
  ["2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000Z"],
  ["2026-03-01T00:30:00-0530", "2026-03-01T06:00:00.000Z"],
  ["2026-03-01T00:30:00+02", "2026-02-28T22:30:00.000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ["0050-06-01T00:00:00Z", "0050-06-01T00:00:00.000Z"]
];
var bad = [
  "",
  "2026-03-01",
  "2026-03-01T09:00:00",
  "2026-03-01 09:00:00Z",
  "2026-03-01t09:00:00z",
  "2026-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-00T00:00:00Z",
  "2026-01-32T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:60Z",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00+01:60",
  "2026-01-01T00:00:00.Z",
  "9999-12-31T23:59:59-01:00",
  "0000-01-01T00:00:00+01:00",
  "+12026-01-01T00:00:00Z",
  "10000-01-01T00:00:00Z",
  "in 1 hour",
  "tomorrow",
  "1767225600",
  " 2026-03-01T09:00:00Z",
  "2026-03-01T09:00:00Z\n"
];
instants("are read and written in UTC", () => {
  for (const [text, utc] of good)
    assert.is(new Date(parseInstant(text) ?? Number.NaN).toISOString(), utc, text);
});
instants("that are none, or on no calendar, are refused", () => {
  for (const text of bad) assert.is(parseInstant(text), null, text);
});
instants("of every day of a leap century are real", () => {
  for (let day = Date.UTC(1999, 0, 1); day < Date.UTC(2001, 0, 1); day += 864e5) {
    const text = new Date(day).toISOString();
    assert.is(parseInstant(text), day, text);
  }
});
instants.run();
//# sourceMappingURL=parseInstant.test.js.map
