// test/runtime/fold/foldedStream.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { boundedCache, roughBytes } from "../../../src/runtime/fold/cacheOf.js";
import { foldedStream, forgetFold } from "../../../src/runtime/fold/foldedStream.js";
import { countingReads } from "../../support/countingReads.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("folds by revision");
var sum = () => ({ initial: 0, evolve: (total, { data }) => total + data.n });
function fixture() {
  const memory = memoryEventStore();
  const counted = countingReads(memory);
  const ledger = { clock: manualClock(), ids: seededIds() };
  const origin = { workspace: "w", actor: "operator", correlation: "c", causation: null };
  const note = async (stream, ...numbers) => {
    const last = memory.log.findLast((event) => event.stream === stream);
    const events = numbers.map((n) => ({ type: "Noted", data: { n } }));
    const appended = memory.append(stream, last?.revision ?? "no-stream", newEvents(ledger, origin, events));
    return (await appended).position;
  };
  return { memory, ...counted, note };
}
test("only what came since is read", async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  await note("s", ...Array.from({ length: 2e3 }, () => 1));
  const first = await foldedStream(store, "s", fold);
  assert.equal([first.state, first.last?.revision], [2e3, 1999]);
  await note("s", 5);
  const read = await during(async () => assert.is((await foldedStream(store, "s", fold)).state, 2005));
  assert.equal(read, { reads: 1, events: 1 });
  assert.equal(await during(() => foldedStream(store, "s", fold)), { reads: 1, events: 0 });
});
test("streams and folds are separate, and a stream that does not exist may be created", async () => {
  const { store, note } = fixture();
  const [one, other] = [sum(), sum()];
  const absent = await foldedStream(store, "s", one);
  assert.equal(absent, { state: 0, last: null });
  await note("s", 1);
  await note("t", 10);
  assert.is((await foldedStream(store, "s", one)).state, 1);
  assert.is((await foldedStream(store, "t", one)).state, 10);
  await note("s", 2);
  assert.is((await foldedStream(store, "s", other)).state, 3);
  assert.is((await foldedStream(store, "s", one)).state, 3);
});
test("callers at the same time share a reading, and none gets one that began before its call", async () => {
  const { memory, note } = fixture();
  const fold = sum();
  await note("s", 1);
  const held = [];
  let reads = 0;
  const slow = {
    ...memory,
    async readStream(...asked) {
      reads += 1;
      const found = await memory.readStream(...asked);
      await new Promise((resolve) => held.push(resolve));
      return found;
    }
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const early = [foldedStream(slow, "s", fold), foldedStream(slow, "s", fold)];
  await turn();
  await note("s", 10);
  const late = [foldedStream(slow, "s", fold), foldedStream(slow, "s", fold)];
  await turn();
  assert.is(reads, 1);
  held.shift()?.();
  assert.equal(
    (await Promise.all(early)).map(({ state }) => state),
    [1, 1]
  );
  await turn();
  assert.is(reads, 2);
  held.shift()?.();
  assert.equal(
    (await Promise.all(late)).map(({ state }) => state),
    [11, 11]
  );
});
test("up to a position that was read already, nothing is read", async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  const early = await note("s", 1);
  const late = await note("elsewhere", 1);
  assert.is((await foldedStream(store, "s", fold, late)).state, 1);
  assert.equal(await during(() => foldedStream(store, "s", fold, early)), { reads: 0, events: 0 });
  assert.equal(await during(() => foldedStream(store, "s", fold, late)), { reads: 0, events: 0 });
  const later = await note("s", 2);
  assert.is((await foldedStream(store, "s", fold, later)).state, 3);
});
test("a reading that failed half way goes on from there", async () => {
  const { memory, store, note, counts } = fixture();
  const fold = sum();
  await note("s", ...Array.from({ length: 600 }, () => 1));
  const failing = {
    ...store,
    readStream: (...asked) => counts.reads === 1 ? Promise.reject(new EventStoreUnavailable("away")) : store.readStream(...asked)
  };
  await foldedStream(failing, "s", fold).then(
    () => assert.unreachable("it did not reject"),
    (error) => assert.instance(error, EventStoreUnavailable)
  );
  assert.equal(counts, { reads: 1, events: 100 });
  counts.reads += 1;
  assert.is((await foldedStream(failing, "s", fold)).state, 600);
  assert.is(counts.events, 600);
  assert.is(memory.log.length, 600);
});
test("what was removed from the cache is read again", async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  await note("s", 1, 2, 3);
  await foldedStream(store, "s", fold);
  forgetFold(store, "s", fold);
  assert.equal(await during(() => foldedStream(store, "s", fold)), { reads: 1, events: 3 });
});
test("the cache is bounded by number and by size, and evicts what was used longest ago", () => {
  const cache = boundedCache(3, 1e3);
  for (const key of ["a", "b", "c"]) cache.put(key, key, 10);
  assert.is(cache.get("a"), "a");
  cache.put("d", "d", 10);
  assert.equal(["a", "b", "c", "d"].map(cache.get), ["a", void 0, "c", "d"]);
  cache.put("c", "c", 985);
  assert.equal(["a", "c", "d"].map(cache.get), [void 0, "c", "d"]);
  cache.put("large", "large", 5e3);
  assert.equal(["c", "large"].map(cache.get), [void 0, "large"]);
  cache.delete("large");
  cache.put("a", "a", 1e3);
  assert.is(cache.get("a"), "a");
});
test("the size of a value is estimated roughly", () => {
  const near = (value, bytes) => {
    const weighed = roughBytes(value);
    assert.ok(weighed > bytes / 3 && weighed < bytes * 3, `${weighed} for ${bytes}`);
  };
  near("x".repeat(1e4), 2e4);
  near({ html: { inline: "x".repeat(1e4) }, text: null }, 2e4);
  near(
    Array.from({ length: 1e3 }, () => ({ key: "x".repeat(50) })),
    18e4
  );
});
test.run();
//# sourceMappingURL=foldedStream.test.js.map
