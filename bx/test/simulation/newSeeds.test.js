// test/simulation/newSeeds.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { seededRandom } from "../support/seededRandom.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { told } from "../support/told.js";
import { breachText } from "./breachText.js";
import { planOf } from "./planning/planOf.js";
import { KNOWN_INGREDIENTS } from "./scenarios/scenarios.js";
import { simulate } from "./simulate.js";
var test = suite("the whole service under new seeds");
var DAYS = 0.1;
var LASTS_MS = RUN_ALL ? 18e4 : 2e4;
var processorMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e3;
test("two hours and a half of each seed break no rule", async () => {
  const random = seededRandom(SEED);
  const size = {
    hours: DAYS * 24,
    processes: null,
    messages: 1e3,
    endpoints: 20,
    without: KNOWN_INGREDIENTS
  };
  for (const beganMs = processorMs(); processorMs() - beganMs < LASTS_MS; ) {
    const seed = Math.floor(random() * 1e6);
    const again = `npm run simulate -- --seed ${seed} --days ${DAYS}`;
    let outcome = await simulate(planOf(seed, size));
    told(`seed ${seed}: ${outcome.breaches.length} breaches, sha256 ${outcome.sha256}; again: ${again}`);
    if (outcome.breaches.length === 0) continue;
    outcome = await simulate(planOf(seed, size), { isEveryPollLived: true });
    told(`seed ${seed}: ${outcome.breaches.length} breaches with every poll; again: ${again} --every-poll`);
    assert.is(outcome.breaches.map((breach) => breachText(breach, outcome)).join("\n"), "", again);
  }
});
test.run();
//# sourceMappingURL=newSeeds.test.js.map
