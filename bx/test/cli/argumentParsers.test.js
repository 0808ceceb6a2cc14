// test/cli/argumentParsers.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { instant, moment, momentMs } from "../../src/cli/argumentParsers.js";
import { terminal } from "./terminal.js";
var parsers = suite("arguments of commands");
var NOW_MS = Date.parse("2026-03-10T12:00:00.000Z");
var at = (text) => new Date(momentMs(text, NOW_MS)).toISOString();
parsers("a moment is a time, a date for its beginning in UTC, or a duration ago", () => {
  assert.is(at("2026-03-01T10:00:00+01:00"), "2026-03-01T09:00:00.000Z");
  assert.is(at("2026-03-01"), "2026-03-01T00:00:00.000Z");
  assert.is(at("2h"), "2026-03-10T10:00:00.000Z");
  for (const text of ["2026-02-30", "2026-3-1", "2026-03", "03/01/2026", "yesterday", "2w", "", "T00:00:00Z"])
    assert.throws(() => moment(text), /It must be a time such as/, text);
});
parsers("a moment that is repeated later is no duration", () => {
  assert.is(instant("2026-03-01"), "2026-03-01");
  assert.throws(() => instant("2h"), /or a date for its beginning in UTC/);
});
parsers("a path that is empty, as an unset variable of a shell leaves it, is refused", async () => {
  const cli = await terminal();
  for (const words of [
    ["keys", "list", "--data", ""],
    ["backup", ""],
    ["audit", "export", " "],
    ["audit", "import", ""],
    ["projections", "export", "messages", ""]
  ]) {
    const { exitCode, stderr } = await cli.run(words);
    assert.is(exitCode, 2, words.join(" "));
    assert.match(stderr, "It must be a path.");
  }
});
parsers.run();
//# sourceMappingURL=argumentParsers.test.js.map
