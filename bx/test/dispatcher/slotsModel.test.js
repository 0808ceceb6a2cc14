// test/dispatcher/slotsModel.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  endpointHealth
} from "../../src/dispatcher/endpointHealth.js";
import { openSlots, SHARES } from "../../src/dispatcher/slots.js";
import { ATTEMPT_KINDS } from "../../src/projections/webhookWork.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("slots of attempts, random operations");
var MAX_IN_FLIGHT = 16;
var MAX_PER_ENDPOINT = 3;
var ENDPOINTS = Array.from({ length: 12 }, (_, n) => `e${n}`);
var STEPS = 2e3;
var ANSWERS = [50, 50, 2e3, "silence", "nothing"];
var isLight = (endpointId) => Number(endpointId.slice(1)) % 3 === 0;
function naiveSlots() {
  const attempts = [];
  const healths = /* @__PURE__ */ new Map();
  const count = (isCounted) => attempts.filter(isCounted).length;
  const standing = (endpointId) => healths.get(endpointId)?.standing ?? "unknown";
  const isOpen = ({ isPosted }) => !isPosted;
  const shareOf = (endpointId) => {
    const of = standing(endpointId);
    return of === "fast" && isLight(endpointId) ? "light" : of;
  };
  const isFast = (share) => share === "light" || share === "fast";
  const notFast = () => count((one) => isOpen(one) && !isFast(one.share));
  const openIn = (of) => count((one) => isOpen(one) && one.share === of);
  const openOf = (endpointId) => count((one) => isOpen(one) && one.endpointId === endpointId);
  const most = { light: 12, fast: 12, slow: 6, silent: 6, unknown: 10 };
  const mostOpen = { light: 16, fast: 16, slow: 8, silent: 8, unknown: 12 };
  const hasRoom = (of, kind) => attempts.length < (of === "light" ? MAX_IN_FLIGHT : 14) && count((one) => one.share === of && one.kind === "first" === (kind === "first")) < most[of] && (isFast(of) || notFast() < 12) && openIn(of) < mostOpen[of];
  const limit = (of) => of === "fast" || of === "slow" && openIn("slow") < 4 ? MAX_PER_ENDPOINT : 1;
  return {
    ...{ attempts, healths, standing, shareOf, hasRoom, openOf },
    mayTake: (endpointId, kind) => hasRoom(shareOf(endpointId), kind) && openOf(endpointId) < limit(standing(endpointId)),
    inFlight: () => ({
      first: count(({ kind }) => kind === "first"),
      retry: count(({ kind }) => kind !== "first"),
      probe: openIn("silent") + openIn("unknown")
    })
  };
}
function randomAttempts(seed, slots, model) {
  const random = seededRandom(seed);
  const pick = (things) => things[Math.floor(random() * things.length)];
  const post = (attempt, answer) => {
    attempt.isPosted = true;
    attempt.slot.posted(answer);
    const health = model.healths.get(attempt.endpointId) ?? endpointHealth();
    health.answered(answer);
    model.healths.set(attempt.endpointId, health);
  };
  const end = (attempt) => {
    model.attempts.splice(model.attempts.indexOf(attempt), 1);
    attempt.slot.ended();
  };
  const isOpen = ({ isPosted }) => !isPosted;
  return {
    /** `onTake` gets what the model expected and what the slots gave. */
    step(onTake) {
      const what = random();
      const open = pick(model.attempts.filter(isOpen));
      const posted = pick(model.attempts.filter(({ isPosted }) => isPosted));
      if (what < 0.25 && open !== void 0) {
        post(open, pick(ANSWERS) ?? "nothing");
      } else if (what < 0.45 && posted !== void 0) end(posted);
      else {
        const endpointId = pick(ENDPOINTS) ?? "e0";
        const kind = pick(ATTEMPT_KINDS) ?? "first";
        const mayTake = model.mayTake(endpointId, kind);
        const share = model.shareOf(endpointId);
        const slot = slots.take(endpointId, kind);
        onTake(mayTake, slot);
        if (slot !== null) model.attempts.push({ endpointId, kind, share, slot, isPosted: false });
      }
    },
    endAll() {
      for (const attempt of model.attempts.filter(isOpen)) post(attempt, "nothing");
      for (const attempt of [...model.attempts]) end(attempt);
    }
  };
}
var NOTHING = { first: 0, retry: 0, probe: 0 };
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n)) {
  test(`slots are given and refused as by plain counting (seed ${seed})`, () => {
    const slots = openSlots({ isLight }, { maxInFlight: MAX_IN_FLIGHT, maxPerEndpoint: MAX_PER_ENDPOINT });
    const model = naiveSlots();
    const { step, endAll } = randomAttempts(seed, slots, model);
    for (let n = 0; n < STEPS; n++) {
      step((mayTake, slot) => assert.is(slot !== null, mayTake, `step ${n}`));
      assert.equal(slots.inFlight, model.inFlight(), `step ${n}`);
      for (const endpointId of ENDPOINTS)
        assert.is(slots.standing(endpointId), model.standing(endpointId), `step ${n}`);
      for (const share of SHARES)
        for (const kind of ATTEMPT_KINDS)
          assert.is(slots.hasRoom(share, kind), model.hasRoom(share, kind), `step ${n}`);
    }
    endAll();
    assert.equal(slots.inFlight, NOTHING);
  });
  test(`with room for few endpoints in memory the bounds are kept, too (seed ${seed})`, () => {
    const slots = openSlots(
      { isLight },
      {
        ...{ maxInFlight: MAX_IN_FLIGHT, maxPerEndpoint: MAX_PER_ENDPOINT },
        maxRemembered: 3
      }
    );
    const model = naiveSlots();
    const { step, endAll } = randomAttempts(seed, slots, model);
    let forgotten = 0;
    for (let n = 0; n < STEPS; n++) {
      step(() => {
      });
      assert.equal(slots.inFlight, model.inFlight(), `step ${n}`);
      assert.ok(model.attempts.length <= MAX_IN_FLIGHT, `step ${n}`);
      for (const endpointId of ENDPOINTS) {
        assert.ok(model.openOf(endpointId) <= MAX_PER_ENDPOINT, `${endpointId} at step ${n}`);
        const [standing, before] = [slots.standing(endpointId), model.standing(endpointId)];
        if (standing === before) continue;
        assert.is(model.openOf(endpointId), 0, `${endpointId} is forgotten with open posts at step ${n}`);
        assert.is(standing, "unknown", `step ${n}`);
        model.healths.delete(endpointId);
        forgotten++;
      }
    }
    assert.ok(forgotten > 0, "no endpoint was forgotten");
    endAll();
    assert.equal(slots.inFlight, NOTHING);
  });
}
test.run();
//# sourceMappingURL=slotsModel.test.js.map
