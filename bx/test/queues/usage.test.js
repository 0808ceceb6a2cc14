// test/queues/usage.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { usageBy } from "../../src/queues/usage.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("what owners have used");
function withClock(maxOwners) {
  let nowMs = 0;
  const usage = usageBy({ monotonicMs: () => nowMs }, maxOwners);
  const pass = (ms) => {
    nowMs += ms;
  };
  return { usage, pass };
}
test("an owner who used something long ago comes before one who used less just now", () => {
  const { usage, pass } = withClock();
  usage.add("before", 1e3);
  pass(2e4);
  usage.add("now", 300);
  assert.ok(usage.of("before") < usage.of("now"));
  assert.is(usage.of("new"), 0);
});
test("an owner is light below half of what the others use, however many idle ones are remembered", () => {
  const { usage, pass } = withClock();
  assert.not.ok(usage.isLight("new", 1), "while nothing is used no owner is");
  for (let n = 0; n < 1e3; n++) usage.add(`idle${n}`, 1);
  for (let n = 0; n < 100; n++) usage.add(`busy${n}`, 1e3);
  assert.ok(usage.isLight("new", 400));
  assert.not.ok(usage.isLight("new", 600));
  usage.add("new", 300);
  assert.not.ok(usage.isLight("new", 300));
  assert.not.ok(usage.isLight("busy1", 1));
  pass(1e4);
  assert.not.ok(usage.isLight("busy1", 1), "all have become less alike");
});
test("of more owners than are remembered, who used something longest ago counts as new", () => {
  const { usage } = withClock(2);
  for (const owner of ["a", "b", "a", "c"]) usage.add(owner, 10);
  assert.equal(["a", "b", "c"].map(usage.of), [20, 0, 10]);
});
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`over hours owners have the order and the mean of what is halved every ten seconds (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const { usage, pass } = withClock();
    const naive = /* @__PURE__ */ new Map();
    for (let step = 0; step < 2e3; step++) {
      const owner = `o${Math.floor(random() * 8)}`;
      const [by, ms] = [Math.floor(random() * 1500) - 300, Math.floor(random() * 1e4)];
      usage.add(owner, by);
      naive.set(owner, Math.max(0, (naive.get(owner) ?? 0) + by));
      pass(ms);
      for (const [one, used2] of naive) naive.set(one, used2 * 2 ** (-ms / 1e4));
      const used = [...naive.values()];
      const sum = used.reduce((all, one) => all + one, 0);
      const mean = sum > 0 ? used.reduce((all, one) => all + one * one, 0) / sum : 0;
      for (const [one, mine] of naive) {
        if (Math.abs(mine + 50 - mean / 2) > 1e-3)
          assert.is(usage.isLight(one, 50), mine + 50 < mean / 2, `step ${step}`);
        for (const [other, theirs] of naive)
          if (mine < theirs * 0.999) assert.ok(usage.of(one) < usage.of(other), `step ${step}`);
      }
    }
  });
test.run();
//# sourceMappingURL=usage.test.js.map
