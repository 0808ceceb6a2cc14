// test/commands/kernel/appendOnce.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { appendOnce, firstEventOf, unlessRefused } from "../../../src/commands/kernel/appendOnce.js";
import { newEvent } from "../../../src/commands/kernel/ledger.js";
import { invalid } from "../../../src/commands/kernel/refusal.js";
import { EventStoreUnavailable, RevisionConflict } from "../../../src/ports/eventStore.js";
import { manualClock } from "../../support/manualClock.js";
import { memoryEventStore } from "../../support/memoryEventStore.js";
import { seededIds } from "../../support/seededIds.js";
var test = suite("appendOnce");
var origin = { workspace: "w", actor: "operator", correlation: "c", causation: null };
function fixture() {
  const store = memoryEventStore();
  const ledger = { store, clock: manualClock(), ids: seededIds() };
  const noted = (n, type = "Noted") => newEvent(ledger, origin, { type, data: { n } });
  return { store, noted };
}
test("the first event is recorded, and answers anyone who comes later", async () => {
  const { store, noted } = fixture();
  const event = noted(1);
  const { first, isNew } = await appendOnce(store, "s", event);
  assert.ok(isNew);
  assert.equal(first, store.log[0]);
  const again = await appendOnce(store, "s", noted(2));
  assert.equal(again, { first, isNew: false });
  assert.is(store.log.length, 1);
});
test("of many at once one is new, and all answer the same", async () => {
  const { store, noted } = fixture();
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => appendOnce(store, "s", noted(n))));
  assert.is(all.filter(({ isNew }) => isNew).length, 1);
  assert.is(new Set(all.map(({ first }) => first.id)).size, 1);
});
test("a stream that begins with something else is a conflict, and an outage an outage", async () => {
  const { store, noted } = fixture();
  await appendOnce(store, "s", noted(1, "Other"));
  const fault = (stream) => appendOnce(store, stream, noted(2)).catch((error) => error);
  assert.instance(await fault("s"), RevisionConflict);
  assert.is(await firstEventOf(store, "s", "Noted"), null);
  store.failNext(new EventStoreUnavailable("away"));
  assert.instance(await fault("t"), EventStoreUnavailable);
});
test("a refused replay answers what was recorded, a refused newcomer is refused", async () => {
  const refused = async () => {
    throw invalid("/to", "is wrong");
  };
  assert.is(await unlessRefused(refused, async () => "before"), "before");
  const newcomer = await unlessRefused(refused, async () => null).catch((error) => error.name);
  assert.is(newcomer, "Refusal");
  const broken = async () => {
    throw new Error("broken");
  };
  const fault = await unlessRefused(broken, async () => "before").catch((error) => error.message);
  assert.is(fault, "broken");
});
test.run();
//# sourceMappingURL=appendOnce.test.js.map
