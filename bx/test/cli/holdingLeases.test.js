// test/cli/holdingLeases.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { holdingLeases } from "../../src/cli/holdingLeases.js";
import { manualClock } from "../support/manualClock.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
var test = suite("commands that hold leases");
var refusal = (name) => `${name} is not free`;
function someLeases(...taken) {
  const others = new Set(taken);
  const held = [];
  const acquire = async (name) => {
    if (others.has(name)) return null;
    held.push(name);
    const lease = {
      name,
      lost: new AbortController().signal,
      release: async () => void held.splice(held.indexOf(name), 1)
    };
    return lease;
  };
  return { leases: { acquire }, others, held };
}
test("holds all of them while the action runs, and none afterwards, also where it fails", async () => {
  const { leases, held } = someLeases();
  const wanted = { names: ["a", "b"], patienceMs: 0, refusal };
  const during = await holdingLeases(
    { leases, store: memoryEventStore(), clock: manualClock() },
    wanted,
    async () => [...held]
  );
  assert.equal([during, held], [["a", "b"], []]);
  const failing = holdingLeases(
    { leases, store: memoryEventStore(), clock: manualClock() },
    wanted,
    async () => {
      throw new Error("a defect");
    }
  );
  assert.match(await failing.catch(({ message }) => message), "a defect");
  assert.equal(held, []);
});
test("waits for one that is not free, and takes it as soon as it is", async () => {
  const clock = manualClock();
  const { leases, others, held } = someLeases("b");
  const running = holdingLeases(
    { leases, store: memoryEventStore(), clock },
    { names: ["a", "b"], patienceMs: 2e4, refusal },
    async () => [...held]
  );
  await clock.advance(19e3);
  assert.equal(held, ["a"]);
  others.delete("b");
  await clock.advance(200);
  assert.equal(await running, ["a", "b"]);
});
test("gives up after its patience, by time that passes and not by the date, and gives back what it has", async () => {
  const clock = manualClock();
  const { leases, held } = someLeases("b");
  let refused = "";
  void holdingLeases(
    { leases, store: memoryEventStore(), clock },
    { names: ["a", "b"], patienceMs: 2e4, refusal },
    async () => {
    }
  ).catch(({ message }) => {
    refused = message;
  });
  await clock.advance(1e4);
  clock.step(clock.nowMs() - 864e5);
  await clock.advance(9e3);
  clock.step(clock.nowMs() + 2 * 864e5);
  await clock.advance(900);
  assert.is(refused, "", "a date that comes sooner or later changes nothing");
  await clock.advance(300);
  assert.is(refused, "b is not free");
  assert.equal(held, []);
});
test.run();
//# sourceMappingURL=holdingLeases.test.js.map
