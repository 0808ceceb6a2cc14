// test/dispatcher/readyQueueModel.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ATTEMPT_KINDS } from "../../src/projections/webhookWork.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
import { queueAndSlots, ready } from "./readyDelivery.js";
var test = suite("deliveries that are ready, random operations");
var BOUNDS = { maxWaiting: 32, maxBytes: 400 };
var SLOTS = { maxInFlight: 16, maxPerEndpoint: 3 };
var STEPS = 1500;
var KINDS = ATTEMPT_KINDS;
var ANSWERS = ["silence", "nothing", 2e3, 50];
var TURN_STEPS = 300;
var ENDPOINTS = Array.from({ length: 9 }, (_, n) => ({ endpointId: `e${n}`, workspace: `w${n % 3}` }));
var STRANGER = { endpointId: "e", workspace: "w" };
var bytesOf = ({ scheduled }) => scheduled?.state.body.length ?? 0;
function naiveQueue() {
  let waiting = [];
  const of = (endpointId, kind) => waiting.filter((one) => one.endpointId === endpointId && one.kind === kind);
  return {
    of,
    all: () => waiting,
    /** A quarter of the room is for what the index brings; one endpoint gets half of what is left; with none it gets in up to twice. */
    hasRoom(delivery) {
      const { maxWaiting, maxBytes } = BOUNDS;
      const isHandedOver = delivery.scheduled !== null;
      const own = of(delivery.endpointId, delivery.kind).length;
      const most = own === 0 ? 2 * maxWaiting : maxWaiting - (isHandedOver ? maxWaiting / 4 : 0);
      const room = most - waiting.length;
      const bytes = waiting.reduce((sum, one) => sum + bytesOf(one), 0);
      if (room <= 0 || bytes + bytesOf(delivery) > maxBytes) return false;
      return !isHandedOver || own < room / 2;
    },
    add: (delivery) => waiting.push(delivery),
    remove(isGone) {
      waiting = waiting.filter((one) => !isGone(one));
    }
  };
}
function checkedQueue(slots, queue) {
  const model = naiveQueue();
  const open = [];
  const lastKind = /* @__PURE__ */ new Map();
  const seen = { served: 0, refused: 0, removed: 0, alternated: 0 };
  const forgetIdle = (endpointId) => {
    if (KINDS.every((kind) => model.of(endpointId, kind).length === 0)) lastKind.delete(endpointId);
  };
  const alternating = () => ENDPOINTS.map(({ endpointId }) => endpointId).filter(
    (endpointId) => KINDS.every(
      (kind) => model.of(endpointId, kind).length > 0 && slots.hasRoom(slots.shareOf(endpointId), kind)
    )
  );
  return {
    ...{ model, open, seen },
    add(delivery) {
      const isTaken = queue.add(delivery);
      assert.is(isTaken, model.hasRoom(delivery), `${delivery.endpointId}, ${model.all().length} wait`);
      if (isTaken) model.add(delivery);
      else seen.refused++;
    },
    serve() {
      const inTurns = alternating();
      const served = queue.next();
      if (served === null) {
        assert.equal(startable(slots, model), [], "these wait although they may have a slot");
        return null;
      }
      const { delivery } = served;
      const { deliveryId, endpointId, kind } = delivery;
      assert.is(deliveryId, model.of(endpointId, kind)[0]?.deliveryId, `not the oldest of ${endpointId}`);
      const before = lastKind.get(endpointId);
      if (before !== void 0 && inTurns.includes(endpointId)) {
        assert.is.not(kind, before, `${endpointId} had the same kind twice`);
        seen.alternated++;
      }
      lastKind.set(endpointId, kind);
      model.remove((one) => one === delivery);
      forgetIdle(endpointId);
      open.push(served);
      seen.served++;
      return served;
    },
    remove(endpointId) {
      const gone = queue.remove(endpointId).map(({ deliveryId }) => deliveryId);
      const expected = model.all().filter((one) => one.endpointId === endpointId);
      assert.equal([...gone].sort(), expected.map(({ deliveryId }) => deliveryId).sort());
      model.remove((one) => one.endpointId === endpointId);
      forgetIdle(endpointId);
      seen.removed += gone.length;
    }
  };
}
function randomQueue(seed) {
  const random = seededRandom(seed);
  const draw = (below) => Math.floor(random() * below);
  let nowMs = 0;
  const { slots, queue } = queueAndSlots(BOUNDS, SLOTS, { monotonicMs: () => nowMs });
  const { model, open, seen, add, serve, remove } = checkedQueue(slots, queue);
  const posted = [];
  const post = (answer) => {
    const [served] = open.splice(draw(open.length), 1);
    if (served === void 0) return;
    served.slot.posted(answer);
    queue.reconsider(served.delivery.endpointId);
    posted.push(served);
  };
  const end = () => posted.splice(draw(posted.length), 1)[0]?.slot.ended();
  let steps = 0;
  const step = () => {
    const isSlow = Math.floor(steps++ / TURN_STEPS) % 2 === 1;
    const what = random();
    nowMs += draw(400);
    const { workspace, endpointId } = ENDPOINTS[draw(ENDPOINTS.length)] ?? STRANGER;
    const kind = KINDS[draw(3)] ?? "first";
    if (what < (isSlow ? 0.2 : 0.4))
      add({ ...ready(workspace, endpointId, draw(3) === 0 ? -1 : draw(60)), kind });
    else if (what < 0.65) serve();
    else if (what < 0.8) post(ANSWERS[draw(isSlow ? 20 : 8)] ?? (isSlow ? 600 : 50));
    else if (what < 0.98) end();
    else remove(endpointId);
  };
  const drain = () => {
    while (model.all().length + open.length + posted.length > 0) {
      const before = model.all().length + open.length + posted.length;
      while (serve() !== null) ;
      while (open.length > 0) post("nothing");
      while (posted.length > 0) end();
      assert.ok(model.all().length < before, `${before} are left and nothing goes on`);
    }
  };
  return { queue, model, slots, seen, step, drain };
}
function startable(slots, model) {
  return ENDPOINTS.map(({ endpointId }) => endpointId).filter(
    (endpointId) => KINDS.some((kind) => model.of(endpointId, kind).length > 0 && slots.take(endpointId, kind) !== null)
  );
}
function assertSame(queue, model) {
  assert.is(queue.size, model.all().length);
  const waiting = new Set(model.all().map(({ endpointId }) => endpointId));
  assert.equal([...queue.endpoints()].sort(), [...waiting].sort());
  for (const { endpointId } of ENDPOINTS)
    for (const kind of KINDS)
      assert.is(
        queue.waitingFor(endpointId, kind),
        model.of(endpointId, kind).length,
        `${endpointId}, ${kind}`
      );
}
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random operations serve the same deliveries as a plain list (seed ${seed})`, () => {
    const { queue, model, slots, seen, step, drain } = randomQueue(seed);
    for (let n = 0; n < STEPS; n++) {
      step();
      assertSame(queue, model);
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `nothing was ${what}`);
    drain();
    assert.is(queue.size, 0);
    assert.equal(slots.inFlight, { first: 0, retry: 0, probe: 0 });
    const fill = (bytes) => {
      let taken = 0;
      while (taken < 1e3 && queue.add(ready(`w${taken}`, `new${taken}`, bytes))) taken++;
      return taken;
    };
    assert.is(fill(100), BOUNDS.maxBytes / 100);
    assert.is(fill(-1), 2 * BOUNDS.maxWaiting - BOUNDS.maxBytes / 100);
  });
test.run();
//# sourceMappingURL=readyQueueModel.test.js.map
