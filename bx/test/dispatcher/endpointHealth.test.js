// test/dispatcher/endpointHealth.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { endpointHealth } from "../../src/dispatcher/endpointHealth.js";
var test = suite("health of an endpoint");
function standingAfter(answers, before) {
  const health = endpointHealth(before);
  for (const answer of answers) health.answered(answer);
  return health.standing;
}
var times = (count, answer) => Array.from({ length: count }, () => answer);
for (const [answers, standing] of [
  [[], "unknown"],
  [["nothing", "nothing"], "unknown"],
  [[250], "fast"],
  [[251], "slow"],
  [["silence"], "silent"],
  [["silence", "nothing"], "silent"],
  [["silence", 40], "fast"]
])
  test(`${standing} after ${answers.join(", ") || "no attempt"}`, () => assert.is(standingAfter(answers), standing));
test("one slow answer changes nothing, however slow it is; a few in a row do", () => {
  assert.is(standingAfter([...times(20, 50), 9999, 50]), "fast");
  assert.is(standingAfter([...times(20, 50), ...times(3, 1900)]), "slow");
});
for (const [before, answerMs, expectedMs, standing] of [
  ["fast", null, 1, "fast"],
  ["fast", 200, 200, "fast"],
  ["fast", 1900, 250, "fast"],
  ["slow", 1900, 1900, "slow"],
  ["slow", 20, 500, "slow"],
  ["silent", 20, 250, "silent"]
])
  test(`known as ${before}, with answers of ${answerMs} ms, an attempt is expected to take ${expectedMs} ms`, () => {
    const health = endpointHealth(before, answerMs);
    assert.equal([health.expectedMs, health.standing], [expectedMs, standing]);
  });
test("one timeout of an endpoint that answers changes nothing, a second in a row makes it silent", () => {
  assert.is(standingAfter([50, "silence"]), "fast");
  assert.is(standingAfter([50, "silence", "nothing", "silence"]), "silent");
  assert.is(standingAfter([50, "silence", 50, "silence"]), "fast");
});
test("an endpoint becomes fast by answering soon for a while", () => {
  assert.is(standingAfter([1900, ...times(10, 50)]), "slow");
  assert.is(standingAfter([1900, ...times(40, 50)]), "fast");
});
test("it begins as it was known before", () => {
  for (const before of ["fast", "slow", "silent", "unknown"])
    assert.is(standingAfter([], before), before);
  assert.is(standingAfter([50], "silent"), "fast");
  assert.is(standingAfter([1900], "fast"), "fast");
  assert.is(standingAfter(["silence"], "fast"), "fast");
});
test.run();
//# sourceMappingURL=endpointHealth.test.js.map
