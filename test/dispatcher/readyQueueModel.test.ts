import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EndpointAnswer } from '../../src/dispatcher/endpointHealth.ts';
import type { ReadyDelivery, ReadyQueue, Served } from '../../src/dispatcher/readyQueue.ts';
import type { Slots } from '../../src/dispatcher/slots.ts';
import { ATTEMPT_KINDS, type AttemptKind } from '../../src/projections/webhookWork.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { queueAndSlots, ready } from './readyDelivery.ts';

const test = suite('deliveries that are ready, random operations');

const BOUNDS = { maxWaiting: 32, maxBytes: 400 };
const SLOTS = { maxInFlight: 16, maxPerEndpoint: 3 };
const STEPS = 1_500;
const KINDS = ATTEMPT_KINDS;
const ANSWERS: readonly EndpointAnswer[] = ['silence', 'nothing', 2_000, 50];
/** Steps in which most answers are fast and much waits, and then as many in which they are slow and little does. */
const TURN_STEPS = 300;
/** Endpoints, each with its workspace: three workspaces of three. */
const ENDPOINTS = Array.from({ length: 9 }, (_, n) => ({ endpointId: `e${n}`, workspace: `w${n % 3}` }));

const STRANGER = { endpointId: 'e', workspace: 'w' };

const bytesOf = ({ scheduled }: ReadyDelivery) => scheduled?.state.body.length ?? 0;

/** What waits, in a plain list. */
function naiveQueue() {
  let waiting: ReadyDelivery[] = [];
  const of = (endpointId: string, kind: AttemptKind) =>
    waiting.filter((one) => one.endpointId === endpointId && one.kind === kind);
  return {
    of,
    all: () => waiting,
    /** A quarter of the room is for what the index brings; one endpoint gets half of what is left; with none it gets in up to twice. */
    hasRoom(delivery: ReadyDelivery): boolean {
      const { maxWaiting, maxBytes } = BOUNDS;
      const isHandedOver = delivery.scheduled !== null;
      const own = of(delivery.endpointId, delivery.kind).length;
      const most = own === 0 ? 2 * maxWaiting : maxWaiting - (isHandedOver ? maxWaiting / 4 : 0);
      const room = most - waiting.length;
      const bytes = waiting.reduce((sum, one) => sum + bytesOf(one), 0);
      if (room <= 0 || bytes + bytesOf(delivery) > maxBytes) return false;
      return !isHandedOver || own < room / 2;
    },
    add: (delivery: ReadyDelivery) => waiting.push(delivery),
    remove(isGone: (delivery: ReadyDelivery) => boolean) {
      waiting = waiting.filter((one) => !isGone(one));
    },
  };
}

/** A queue whose answers are compared with those of the model. */
function checkedQueue(slots: Slots, queue: ReadyQueue) {
  const model = naiveQueue();
  const open: Served[] = [];
  /** The kind of attempt that an endpoint had last, as long as something waits for it. */
  const lastKind = new Map<string, AttemptKind>();
  const seen = { served: 0, refused: 0, removed: 0, alternated: 0 };
  const forgetIdle = (endpointId: string) => {
    if (KINDS.every((kind) => model.of(endpointId, kind).length === 0)) lastKind.delete(endpointId);
  };
  /** Endpoints that must have their kinds of attempts in turns, since all wait and all have room. */
  const alternating = () =>
    ENDPOINTS.map(({ endpointId }) => endpointId).filter((endpointId) =>
      KINDS.every(
        (kind) => model.of(endpointId, kind).length > 0 && slots.hasRoom(slots.shareOf(endpointId), kind),
      ),
    );
  return {
    ...{ model, open, seen },
    add(delivery: ReadyDelivery) {
      const isTaken = queue.add(delivery);
      assert.is(isTaken, model.hasRoom(delivery), `${delivery.endpointId}, ${model.all().length} wait`);
      if (isTaken) model.add(delivery);
      else seen.refused++;
    },
    serve(): Served | null {
      const inTurns = alternating();
      const served = queue.next();
      if (served === null) {
        assert.equal(startable(slots, model), [], 'these wait although they may have a slot');
        return null;
      }
      const { delivery } = served;
      const { deliveryId, endpointId, kind } = delivery;
      assert.is(deliveryId, model.of(endpointId, kind)[0]?.deliveryId, `not the oldest of ${endpointId}`);
      const before = lastKind.get(endpointId);
      if (before !== undefined && inTurns.includes(endpointId)) {
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
    remove(endpointId: string) {
      const gone = queue.remove(endpointId).map(({ deliveryId }) => deliveryId);
      const expected = model.all().filter((one) => one.endpointId === endpointId);
      assert.equal([...gone].sort(), expected.map(({ deliveryId }) => deliveryId).sort());
      model.remove((one) => one.endpointId === endpointId);
      forgetIdle(endpointId);
      seen.removed += gone.length;
    },
  };
}

/** Random operations on a queue: deliveries are added, served, posted, ended and removed. */
function randomQueue(seed: number) {
  const random = seededRandom(seed);
  const draw = (below: number) => Math.floor(random() * below);
  let nowMs = 0;
  const { slots, queue } = queueAndSlots(BOUNDS, SLOTS, { monotonicMs: () => nowMs });
  const { model, open, seen, add, serve, remove } = checkedQueue(slots, queue);
  const posted: Served[] = [];
  const post = (answer: EndpointAnswer) => {
    const [served] = open.splice(draw(open.length), 1);
    if (served === undefined) return;
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
    const kind = KINDS[draw(3)] ?? 'first';
    if (what < (isSlow ? 0.2 : 0.4))
      add({ ...ready(workspace, endpointId, draw(3) === 0 ? -1 : draw(60)), kind });
    else if (what < 0.65) serve();
    else if (what < 0.8) post(ANSWERS[draw(isSlow ? 20 : 8)] ?? (isSlow ? 600 : 50));
    else if (what < 0.98) end();
    else remove(endpointId);
  };
  /** Serves all that waits, and ends all that is under way. */
  const drain = () => {
    while (model.all().length + open.length + posted.length > 0) {
      const before = model.all().length + open.length + posted.length;
      while (serve() !== null);
      while (open.length > 0) post('nothing');
      while (posted.length > 0) end();
      assert.ok(model.all().length < before, `${before} are left and nothing goes on`);
    }
  };
  return { queue, model, slots, seen, step, drain };
}

/** Endpoints that wait although they may have a slot. */
function startable(slots: Slots, model: ReturnType<typeof naiveQueue>): readonly string[] {
  return ENDPOINTS.map(({ endpointId }) => endpointId).filter((endpointId) =>
    KINDS.some((kind) => model.of(endpointId, kind).length > 0 && slots.take(endpointId, kind) !== null),
  );
}

function assertSame(queue: ReadyQueue, model: ReturnType<typeof naiveQueue>): void {
  assert.is(queue.size, model.all().length);
  const waiting = new Set(model.all().map(({ endpointId }) => endpointId));
  assert.equal([...queue.endpoints()].sort(), [...waiting].sort());
  for (const { endpointId } of ENDPOINTS)
    for (const kind of KINDS)
      assert.is(
        queue.waitingFor(endpointId, kind),
        model.of(endpointId, kind).length,
        `${endpointId}, ${kind}`,
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
    // All room is given back: in number for what the index brings, in bytes for what is handed over.
    const fill = (bytes: number) => {
      let taken = 0;
      while (taken < 1_000 && queue.add(ready(`w${taken}`, `new${taken}`, bytes))) taken++;
      return taken;
    };
    assert.is(fill(100), BOUNDS.maxBytes / 100);
    assert.is(fill(-1), 2 * BOUNDS.maxWaiting - BOUNDS.maxBytes / 100);
  });

test.run();
