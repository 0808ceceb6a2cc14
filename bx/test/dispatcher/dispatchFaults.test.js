// test/dispatcher/dispatchFaults.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { webhooks } from "../../src/events/webhooks.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { answered, dispatchFixture, HOUR_MS, MINUTE_MS } from "./dispatchFixture.js";
var test = suite("webhook dispatch: full queue, faults, stop");
function gatedReceiver() {
  const waiting = [];
  return {
    answering: () => new Promise((resolve) => waiting.push(() => resolve(answered(200)))),
    /** Answers everything that waits for an answer. */
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer();
    }
  };
}
test("what a full queue refuses is brought by the index later", async () => {
  const { answering, answerAll } = gatedReceiver();
  const fixture = await dispatchFixture(answering, { maxWaiting: 8, known: { e: "fast" } });
  const { endpoint, mail, fold, tell, settle, clock, posts, history, stop } = fixture;
  await endpoint("w", "e");
  await settle();
  await mail("w", 30);
  await settle();
  assert.is(posts.length, 8);
  await fold();
  await tell();
  for (let round = 0; round < 20; round++) {
    answerAll();
    await clock.advance(1e3);
  }
  assert.is(posts.length, 30);
  assert.is(history("WebhookDelivered").length, 30);
  await stop();
});
for (const isOld of [false, true])
  test(`what the index has brought while the log's answer was late is not attempted once more${isOld ? ", long after" : ""}`, async () => {
    const fixture = await dispatchFixture(() => answered(500));
    const { endpoint, mail, fold, tell, clock, settle, ledger, posts, history, stop } = fixture;
    await endpoint("w", "e");
    await settle();
    const { store } = ledger;
    const { append } = store;
    let answerLate = () => {
    };
    store.append = async (stream, ...rest) => {
      const result = await append(stream, ...rest);
      if (!stream.startsWith("webhookdelivery-")) return result;
      store.append = append;
      await new Promise((resolve) => {
        answerLate = resolve;
      });
      return result;
    };
    const fannedOut = mail("w");
    await settle();
    await fold();
    await tell();
    await clock.advance(500);
    assert.is(posts.length, 1, "the index brings it");
    if (isOld) {
      await fold();
      await clock.advance(1e3);
    }
    answerLate();
    await fannedOut;
    await clock.advance(1e3);
    assert.is(posts.length, 1);
    await fold();
    await clock.advance(2 * MINUTE_MS);
    assert.is(posts.length, 2);
    assert.is(history("WebhookAttemptFailed").length, 2);
    await stop();
  });
test("a delivery whose endpoint could not be read once is attempted again, after a pause", async () => {
  const { endpoint, mail, hold, fold, clock, settle, store, posts, stop } = await dispatchFixture(
    () => answered(200)
  );
  await endpoint("w", "e");
  hold([]);
  await settle();
  await mail("w");
  await fold();
  const read = store.readStream;
  let faults = 1;
  store.readStream = async (stream, options) => {
    if (stream === webhooks.stream("w") && faults-- > 0) throw new EventStoreUnavailable("away");
    return read(stream, options);
  };
  hold([0]);
  await clock.advance(1500);
  assert.is(faults, 0, "the endpoint was not read");
  assert.is(posts.length, 0);
  await clock.advance(2e3);
  assert.is(posts.length, 1);
  await stop();
});
for (const kind of ["a first attempt", "a retry"])
  test(`${kind} whose lane could not be read once is brought by the next look`, async () => {
    let status = 500;
    const fixture = await dispatchFixture(() => answered(status));
    const { endpoint, mail, hold, fold, clock, settle, posts, failLaneReads, laneFaultsLeft, stop } = fixture;
    await endpoint("w", "e");
    hold(kind === "a retry" ? [0] : []);
    await settle();
    await mail("w");
    await settle();
    await fold();
    hold([]);
    await clock.advance(2 * MINUTE_MS);
    const before = posts.length;
    status = 200;
    failLaneReads(1);
    hold([0]);
    await clock.advance(5e3);
    assert.is(laneFaultsLeft(), 0, "the lane was not read");
    assert.is(posts.length - before, 1);
    await stop();
  });
test("a partition that is lost while the health of endpoints is read leaves nothing that stands still when it comes back", async () => {
  const { endpoint, mail, fold, hold, posts, clock, settle, stop } = await dispatchFixture(
    () => answered(200),
    { knownAfterMs: 3e3 }
  );
  await settle();
  hold([]);
  await clock.advance(5e3);
  await endpoint("w", "e");
  await mail("w", 40);
  await fold();
  hold([0]);
  await clock.advance(1200);
  hold([]);
  await clock.advance(5e3);
  assert.equal(posts, []);
  hold([0]);
  await clock.advance(1e4);
  assert.is(posts.length, 40);
  await stop();
});
test("a partition that is lost and regained between two looks leaves nothing that stands still", async () => {
  const { answering, answerAll } = gatedReceiver();
  const fixture = await dispatchFixture(answering, { known: { e: "fast" } });
  const { endpoint, mail, fold, hold, posts, clock, settle, stop } = fixture;
  await settle();
  hold([]);
  await clock.advance(2e3);
  await endpoint("w", "e");
  await mail("w", 200);
  await fold();
  hold([0]);
  await clock.advance(2e3);
  const before = posts.length;
  assert.ok(before > 0 && before < 200);
  hold([]);
  answerAll();
  await settle();
  hold([0]);
  for (let round = 0; round < 40; round++) {
    answerAll();
    await clock.advance(250);
  }
  assert.is(posts.length, 200);
  await stop();
});
test("a stop waits for the posts that are open, and their outcomes are recorded", async () => {
  const { answering, answerAll } = gatedReceiver();
  const { endpoint, mail, settle, posts, history, abort } = await dispatchFixture(answering, {
    known: { e: "fast" }
  });
  await endpoint("w", "e");
  await settle();
  await mail("w", 2);
  await settle();
  assert.is(posts.length, 2);
  let isOver = false;
  const ended = abort().then(() => {
    isOver = true;
  });
  await settle();
  assert.not.ok(isOver, "the run ended while posts were open");
  answerAll();
  await ended;
  assert.is(history("WebhookDelivered").length, 2);
});
test("an endpoint that is switched on goes on with first attempts and retries", async () => {
  let isOn = false;
  const fixture = await dispatchFixture(() => answered(isOn ? 200 : 500));
  const { endpoint, change, mail, hold, posts, fold, tell, clock, settle, stop } = fixture;
  await endpoint("w", "e");
  await settle();
  await mail("w", 2);
  await settle();
  assert.is(posts.length, 2);
  hold([]);
  await mail("w", 2);
  await fold();
  await change("w", "e", { status: "DISABLED" });
  hold([0]);
  await tell();
  await clock.advance(2 * MINUTE_MS);
  assert.is(posts.length, 2);
  isOn = true;
  await change("w", "e", { status: "ACTIVE" });
  await tell();
  await clock.advance(100);
  assert.is(posts.length, 6);
  await stop();
});
test("a new name of an endpoint that is off costs no look into the index", async () => {
  const fixture = await dispatchFixture(() => answered(500));
  const { endpoint, change, mail, fold, tell, pages, clock, settle, stop } = fixture;
  await endpoint("w", "e");
  await settle();
  await mail("w", 5);
  await settle();
  await fold();
  await change("w", "e", { status: "DISABLED" });
  await tell();
  clock.pass(HOUR_MS);
  await clock.advance(2 * MINUTE_MS);
  const before = pages();
  for (let n = 0; n < 5; n++) {
    await change("w", "e", { name: `name ${n}` });
    await tell();
    await clock.advance(1e3);
  }
  assert.is(pages() - before, 0);
  await stop();
});
test("what was dropped while its partition was not held, for less than a look, is read again", async () => {
  const gates = [];
  const fixture = await dispatchFixture(
    () => new Promise((resolve) => gates.push(() => resolve(answered(200)))),
    { known: { e: "silent" } }
  );
  const { endpoint, mail, settle, fold, hold, posts, clock, stop } = fixture;
  hold([]);
  await endpoint("w", "e");
  await mail("w", 3);
  await fold();
  hold([0]);
  await clock.advance(1e3);
  assert.is(posts.length, 1, "a silent endpoint has one slot, and the others wait in memory");
  hold([]);
  for (const open of gates.splice(0)) open();
  await settle();
  hold([0]);
  for (let turn = 0; turn < 20; turn++) {
    await clock.advance(1e4);
    for (const open of gates.splice(0)) open();
    await settle();
  }
  assert.is(posts.length, 3);
  await stop();
});
test("a retry that became due while its partition was not held does not wait for one that is due later", async () => {
  const fixture = await dispatchFixture(() => answered(500));
  const { endpoint, mail, settle, fold, hold, posts, clock, stop } = fixture;
  await endpoint("w", "e");
  await mail("w");
  await settle();
  await fold();
  assert.is(posts.length, 1);
  await clock.advance(1e3);
  hold([]);
  await clock.advance(2 * MINUTE_MS);
  hold([0]);
  await mail("w");
  await settle();
  assert.is(posts.length, 2);
  await clock.advance(1e3);
  assert.is(posts.length, 3);
  await stop();
});
test.run();
//# sourceMappingURL=dispatchFaults.test.js.map
