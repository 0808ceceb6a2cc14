// test/adapters/eventstoredb/subscribe.test.ts
import { Readable } from "node:stream";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { subscribe } from "../../../src/adapters/eventstoredb/subscribe.js";
import { BEGINNING } from "../../../src/events/event.js";
import { noted, sessionWith } from "./fakeSession.js";
var test = suite("subscriptions of EventStoreDB: drops");
function droppingServer(delivers) {
  let sent = 0;
  const waitsMs = [];
  const levels = [];
  const session = sessionWith(({ isSubscription }) => {
    if (!isSubscription) return Readable.from([]);
    const subscription = new Readable({ objectMode: true, read() {
    } });
    for (let n = 0; n < delivers; n++) subscription.push(noted(++sent));
    setImmediate(() => setImmediate(() => subscription.destroy(new Error("dropped"))));
    return subscription;
  });
  const stop = new AbortController();
  const quiet = { failed: () => {
  }, succeeded: () => {
  }, reason: () => null };
  const drops = 12;
  const context = {
    connection: { current: () => session, closed: false, renew: () => {
    } },
    leader: { refusal: () => null, answered: () => {
    } },
    outages: { append: quiet, read: quiet },
    deadlines: { callMs: 9e3, attemptMs: 3500 },
    clock: {
      monotonicMs: () => 0,
      sleep: async (ms) => {
        waitsMs.push(ms);
        if (waitsMs.length === drops) stop.abort();
      }
    },
    log: { warn: () => levels.push("warn"), error: () => levels.push("error") },
    readAll: async () => ({ events: [], position: BEGINNING, caughtUp: false })
  };
  return {
    waitsMs,
    levels,
    batches: subscribe(context, {
      after: BEGINNING,
      signal: stop.signal
    })
  };
}
test("drops with events between them count as first drops: no wait grows, and no alarm is logged", async () => {
  const { waitsMs, levels, batches } = droppingServer(1);
  const seen = [];
  for await (const { events } of batches) seen.push(...events.map(({ id }) => id));
  assert.equal(
    seen,
    seen.map((_, at) => String(at + 1))
  );
  assert.ok(seen.length >= 12);
  assert.ok(
    waitsMs.every((ms) => ms <= 60),
    String(waitsMs)
  );
  assert.not(levels.includes("error"));
});
test("after several drops in a row each wait is longer, up to a bound, and they are logged", async () => {
  const { waitsMs, levels, batches } = droppingServer(0);
  for await (const _ of batches) assert.unreachable();
  assert.ok(Number(waitsMs.at(-1)) >= 1e3 && Number(waitsMs.at(-1)) <= 3e3, String(waitsMs));
  assert.equal([levels[0], levels.at(-1)], ["warn", "error"]);
});
test("a subscription that does not deliver what the leader has is taken up again, at the leader, on the same connection", async () => {
  const asked = [];
  let renewals = 0;
  const stop = new AbortController();
  const session = sessionWith(({ requiresLeader }) => {
    asked.push(requiresLeader);
    if (asked.length === 2) stop.abort();
    return new Readable({ objectMode: true, read() {
    } });
  });
  const context = {
    connection: { current: () => session, closed: false, renew: () => renewals++ },
    clock: { sleep: async () => {
    } },
    log: { warn: () => {
    }, error: () => {
    } },
    readAll: async () => ({ events: [{}], position: "1", caughtUp: true })
  };
  const options = { after: BEGINNING, signal: stop.signal };
  for await (const _ of subscribe(context, options))
    assert.unreachable();
  assert.equal([asked, renewals], [[false, true], 0]);
});
test.run();
//# sourceMappingURL=subscribe.test.js.map
