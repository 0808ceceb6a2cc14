// test/commands/sms/smsSegments.test.ts
import fc from "fast-check";
import { SegmentedMessage } from "sms-segments-calculator";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { MAX_SMS_SEGMENTS, smsSegments } from "../../../src/commands/sms/smsSegments.js";
import { SEED } from "../../support/testRun.js";
var test = suite("smsSegments");
for (const [what, text, expected] of [
  ["the empty text", "", 0],
  ["one letter", "a", 1],
  ["160 of GSM-7", "a".repeat(160), 1],
  ["161 of GSM-7", "a".repeat(161), 2],
  ["306 of GSM-7", "a".repeat(306), 2],
  ["307 of GSM-7", "a".repeat(307), 3],
  ["80 of the extension", "\u20AC".repeat(80), 1],
  ["81 of the extension", "\u20AC".repeat(81), 2],
  ["an escape that would be divided", `${"a".repeat(152)}\u20AC${"a".repeat(153)}`, 3],
  ["70 of UCS-2", "\u0436".repeat(70), 1],
  ["71 of UCS-2", "\u0436".repeat(71), 2],
  ["134 of UCS-2", "\u0436".repeat(134), 2],
  ["135 of UCS-2", "\u0436".repeat(135), 3],
  ["one foreign letter makes all of it UCS-2", `${"a".repeat(70)}\u0436`, 2],
  ["35 pairs", "\u{1F600}".repeat(35), 1],
  ["36 pairs", "\u{1F600}".repeat(36), 2],
  ["a pair that would be divided", `${"\u0436".repeat(66)}\u{1F600}${"\u0436".repeat(66)}`, 3],
  ["the longest message", "a".repeat(153 * MAX_SMS_SEGMENTS), MAX_SMS_SEGMENTS],
  ["one more", "a".repeat(153 * MAX_SMS_SEGMENTS + 1), null],
  ["the longest in UCS-2", "\u0436".repeat(67 * MAX_SMS_SEGMENTS), MAX_SMS_SEGMENTS],
  ["one more in UCS-2", "\u0436".repeat(67 * MAX_SMS_SEGMENTS + 1), null],
  ["a lone surrogate", "\uD800", 1],
  ["a character longer than a part", `a${"\u0301".repeat(100)}`, 2]
])
  test(what, () => assert.is(smsSegments(text), expected));
test("tells GSM-7 from UCS-2 as the published calculator does, character by character", () => {
  for (let code = 0; code < 12288; code++) {
    const text = String.fromCharCode(code).repeat(77);
    const isGsm7 = new SegmentedMessage(String.fromCharCode(code)).encodingName === "GSM-7";
    if (smsSegments(text) === 1 !== isGsm7) assert.unreachable(`character ${code.toString(16)}`);
  }
});
test("counts as the published calculator does", () => {
  const letters = fc.constantFrom("a", "\xE9", "\u20AC", "^", " ", "\n", "\u0436", "\u6F22", "\u{1F600}", "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}", "e\u0301");
  const texts = fc.oneof(
    fc.string({ unit: letters, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom("a", "\u20AC", "\n", "\r", "["), maxLength: 700 })
  );
  fc.assert(
    fc.property(texts, (text) => {
      const published = text === "" ? 0 : new SegmentedMessage(text).segmentsCount;
      assert.is(smsSegments(text), published);
    }),
    { numRuns: 200, seed: SEED + 7 }
  );
});
test.run();
//# sourceMappingURL=smsSegments.test.js.map
