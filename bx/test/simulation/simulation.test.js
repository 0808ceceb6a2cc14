// test/simulation/simulation.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { breachText } from "./breachText.js";
import { planOf } from "./planning/planOf.js";
import { KNOWN_INGREDIENTS } from "./scenarios/scenarios.js";
import { simulate } from "./simulate.js";
var test = suite("the whole service under one seed");
var SIZE = { hours: 2, processes: null, messages: 1e3, endpoints: 20, without: KNOWN_INGREDIENTS };
var SEEDS = [1, 2, 3];
var breachesOf = (outcome) => outcome.breaches.map((breach) => breachText(breach, outcome)).join("\n");
for (const seed of SEEDS)
  test(`two hours of seed ${seed} break no rule`, async () => {
    const outcome = await simulate(planOf(seed, SIZE));
    assert.is(breachesOf(outcome), "");
    const { texts, receipts, inbound, rebuilds } = outcome.world.journal.books;
    assert.ok(
      texts.some((line) => line.outcome === "taken"),
      "the carrier took a text"
    );
    assert.ok(
      receipts.some(({ answer }) => answer === "taken"),
      "a receipt was taken"
    );
    assert.ok(
      inbound.some(({ answer }) => answer === "taken"),
      "a text of a person was taken"
    );
    assert.ok(
      rebuilds.some(({ what }) => what === "done"),
      "a rebuild was done"
    );
  });
test("the same seed gives the same log, byte for byte", async () => {
  const run = () => simulate(planOf(1, { ...SIZE, hours: 0.25 }));
  const { sha256 } = await run();
  assert.is((await run()).sha256, sha256);
});
test.run();
//# sourceMappingURL=simulation.test.js.map
