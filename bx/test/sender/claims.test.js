// test/sender/claims.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { LONGEST_TRANSACTION_MS } from "../../src/adapters/smtp/relayMailer.js";
import { CLAIM_TIMEOUT_MS, claims, FRESH, newClaim } from "../../src/sender/claims.js";
import { seededIds } from "../support/seededIds.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("claims");
test("a transaction begun at the end of the fresh tenth is over before another process takes the claim", () => {
  const latestEndMs = CLAIM_TIMEOUT_MS * FRESH + LONGEST_TRANSACTION_MS;
  assert.ok(latestEndMs + 6e4 <= CLAIM_TIMEOUT_MS, `${latestEndMs} ms of ${CLAIM_TIMEOUT_MS}`);
});
test("a claim is our own and unused until something was sent under it", () => {
  const own = claims();
  const id = newClaim(seededIds(), own);
  assert.ok(own.isReleased(id));
  own.forget(id);
  assert.not.ok(own.isReleased(id));
  own.remember(id, "sent");
  assert.is(own.outcomeOf(id), "sent");
});
function added(ids, id, bound) {
  if (!ids.includes(id)) ids.push(id);
  if (ids.length > bound) ids.shift();
}
function without(ids, id) {
  if (ids.includes(id)) ids.splice(ids.indexOf(id), 1);
}
function randomClaims(seed, bound, steps) {
  const random = seededRandom(seed);
  const own = claims(bound);
  const ids = seededIds(`claims ${seed}`);
  const known = Array.from({ length: 3 * bound }, (_, n) => `claim-${n}`);
  const released = [];
  const kept = [];
  const outcomes = /* @__PURE__ */ new Map();
  for (let step = 0; step < steps; step++) {
    const id = known[Math.floor(random() * known.length)] ?? "";
    const draw = random();
    if (draw < 0.3) {
      own.release(id);
      added(released, id, bound);
    } else if (draw < 0.6) {
      own.remember(id, step);
      added(kept, id, bound);
      outcomes.set(id, step);
    } else if (draw < 0.9) {
      own.forget(id);
      without(released, id);
      without(kept, id);
    } else {
      const claim = newClaim(ids, own);
      known[Math.floor(random() * known.length)] = claim;
      added(released, claim, bound);
    }
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    for (const one of known) {
      assert.is(own.isReleased(one), released.includes(one), `${one} is released (${where})`);
      assert.is(own.outcomeOf(one), kept.includes(one) ? outcomes.get(one) : void 0, `${one} (${where})`);
    }
  }
  for (const id of [...released, ...kept]) own.forget(id);
  for (const id of [...known, ...released, ...kept])
    assert.equal([own.isReleased(id), own.outcomeOf(id)], [false, void 0], `${id} is forgotten`);
}
for (const run of [1, 2, 3])
  test(`random claims are known up to the bound, the newest ones (SEED=${SEED}, run ${run})`, () => randomClaims(SEED * 10 + run, 2 * run, 2e3));
test.run();
//# sourceMappingURL=claims.test.js.map
