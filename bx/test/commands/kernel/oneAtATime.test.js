// test/commands/kernel/oneAtATime.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { oneAtATime } from "../../../src/commands/kernel/oneAtATime.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
var test = suite("one at a time");
function racing() {
  const store = memoryEventStore();
  const begun = [];
  const end = { resolve: () => {
  }, reject: (_error) => {
  } };
  const first = oneAtATime(store, "id", (hasWaited) => {
    begun.push(hasWaited);
    return new Promise((resolve, reject) => {
      Object.assign(end, { resolve: () => resolve("first"), reject });
    });
  });
  const others = [1, 2].map(
    (n) => oneAtATime(store, "id", async (hasWaited) => {
      begun.push(hasWaited);
      return `other ${n}`;
    })
  );
  const outcomes = Promise.allSettled([first, ...others]);
  return { store, begun, outcomes, end };
}
var told = (outcomes) => outcomes.map((outcome) => outcome.status === "fulfilled" ? outcome.value : String(outcome.reason));
test("what waits begins when the first is done, and knows that there was one", async () => {
  const { begun, outcomes, end } = racing();
  await Promise.resolve();
  assert.equal(begun, [false]);
  end.resolve();
  assert.equal(told(await outcomes), ["first", "other 1", "other 2"]);
  assert.equal(begun, [false, true, true]);
});
test("where the first was refused the others try for themselves", async () => {
  const { begun, outcomes, end } = racing();
  end.reject(new Error("no"));
  assert.equal(told(await outcomes), ["Error: no", "other 1", "other 2"]);
  assert.equal(begun, [false, true, true]);
});
test("where the first found the log away the others are told so, and do not wait for it as long again", async () => {
  const { store, begun, outcomes, end } = racing();
  end.reject(new EventStoreUnavailable("away"));
  assert.is((await outcomes).filter(({ status }) => status === "rejected").length, 3);
  assert.equal(begun, [false]);
  assert.is(await oneAtATime(store, "id", async (hasWaited) => `later ${hasWaited}`), "later false");
});
test.run();
//# sourceMappingURL=oneAtATime.test.js.map
