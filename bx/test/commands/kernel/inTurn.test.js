// test/commands/kernel/inTurn.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inTurn } from "../../../src/commands/kernel/decider.js";
import { heapInUse } from "../../support/heapInUse.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededRandom } from "../../support/seededRandom.js";
import { SEED } from "../../support/testRun.js";
var test = suite("turns of commands on one stream");
var settled = () => new Promise((resolve) => setImmediate(resolve));
var reasonOf = (error) => error;
test("an action whose predecessor failed still runs, and has its own outcome", async () => {
  const store = memoryEventStore();
  const fault = new Error("the first action failed");
  const order = [];
  const outcomes = await Promise.all([
    inTurn(store, "s", async () => {
      order.push("first");
      throw fault;
    }).catch(reasonOf),
    inTurn(store, "s", async () => {
      order.push("second");
      return "second done";
    }).catch(reasonOf),
    inTurn(store, "s", async () => {
      order.push("third");
      return "third done";
    }).catch(reasonOf)
  ]);
  assert.equal(order, ["first", "second", "third"]);
  assert.equal(outcomes, [fault, "second done", "third done"]);
});
test("streams of which every action is done take no memory", async () => {
  const store = memoryEventStore();
  const STREAMS = 2e4;
  const before = heapInUse();
  for (let n = 0; n < STREAMS; n++) {
    const isFailing = n % 2 === 0;
    await inTurn(store, `stream ${n}`, async () => {
      if (isFailing) throw new Error("failed");
    }).catch(reasonOf);
  }
  const keptBytes = heapInUse() - before;
  assert.ok(keptBytes < STREAMS * 50, `${keptBytes} bytes are kept for ${STREAMS} streams`);
  assert.is(await inTurn(store, "stream 0", async () => "usable"), "usable");
});
function add({ stores, queues, breaches }, name, random, streams) {
  const storeAt = Math.floor(random() * stores.length);
  const stream = `stream ${Math.floor(random() * streams)}`;
  const store = stores[storeAt];
  if (store === void 0) return;
  const queue = queues.get(`${storeAt} ${stream}`) ?? [];
  queues.set(`${storeAt} ${stream}`, queue);
  let expected = "nothing yet";
  const gate = { open: () => {
  } };
  const action = {
    ...{ name, queue, isRunning: false },
    end(isFailing) {
      queue.shift();
      expected = isFailing ? new Error(name) : name;
      gate.open();
    }
  };
  queue.push(action);
  const run = async () => {
    action.isRunning = true;
    await new Promise((resolve) => {
      gate.open = resolve;
    });
    if (expected instanceof Error) throw expected;
    return expected;
  };
  const check2 = (outcome) => {
    if (outcome !== expected) breaches.push(`${name} ended with ${outcome}, not with ${expected}`);
  };
  void inTurn(store, stream, run).then(check2, check2);
}
function check({ queues, breaches }) {
  for (const [key, queue] of queues) {
    const running = queue.filter(({ isRunning }) => isRunning).map(({ name }) => name);
    const first = queue.slice(0, 1).map(({ name }) => name);
    if (running.join() !== first.join()) breaches.push(`${key}: [${running}] runs, not [${first}]`);
  }
}
async function simulate(seed, { steps, streams }) {
  const random = seededRandom(seed);
  const model = {
    ...{ stores: [memoryEventStore(), memoryEventStore()], queues: /* @__PURE__ */ new Map(), breaches: [] }
  };
  const waiting = () => [...model.queues.values()].filter(({ length }) => length > 0);
  const endOne = () => {
    const queues = waiting();
    queues[Math.floor(random() * queues.length)]?.[0]?.end(random() < 0.3);
  };
  let most = 0;
  for (let step = 0; step < steps && model.breaches.length === 0; step++) {
    const isGrowing = Math.floor(step / 50) % 2 === 0;
    if (random() < (isGrowing ? 0.7 : 0.2)) add(model, `action ${step}`, random, streams);
    else endOne();
    most = Math.max(most, ...[...model.queues.values()].map(({ length }) => length));
    await settled();
    check(model);
  }
  while (waiting().length > 0 && model.breaches.length === 0) {
    endOne();
    await settled();
    check(model);
  }
  return { breaches: model.breaches, most };
}
for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`one action of a stream runs at a time, in order, whatever becomes of it (seed ${seed})`, async () => {
    const { breaches, most } = await simulate(seed, { steps: 1500, streams: 3 });
    assert.equal(breaches.slice(0, 5), [], `seed ${seed}`);
    assert.ok(most >= 4, `the longest queue had ${most} actions only (seed ${seed})`);
  });
test.run();
//# sourceMappingURL=inTurn.test.js.map
