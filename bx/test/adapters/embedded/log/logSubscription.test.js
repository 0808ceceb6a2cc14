// test/adapters/embedded/log/logSubscription.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { logEndWatch } from "../../../../src/adapters/embedded/log/logEndWatch.js";
import { subscription } from "../../../../src/adapters/embedded/log/logSubscription.js";
import { recentWrites } from "../../../../src/adapters/embedded/log/recentWrites.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a subscription to the embedded log");
var NONE = [];
function subscribed() {
  const folder = temporaryFolder();
  const stop = new AbortController();
  const reads = [];
  let end = 10;
  const slice = () => ({ events: [...NONE], position: end, atEnd: true });
  const reader = {
    few: async (after) => {
      reads.push(`few after ${after}`);
      return slice();
    },
    slice: async (after, _limit, { until } = {}) => {
      reads.push(`slice after ${after}`);
      return { ...slice(), position: Math.min(end, until ?? end) };
    }
  };
  const endWatch = logEndWatch(folder.path, async () => end);
  const writes = recentWrites();
  const batches = subscription(
    { after: 0, types: ["Sought"], signal: stop.signal },
    { ...{ reader, endWatch, writes, log: quietLog }, isClosed: () => false }
  )[Symbol.asyncIterator]();
  return {
    reads,
    /** The next batch; for it the log has grown, and it may be known by what. */
    async next(events = 0, types = null) {
      const next = batches.next();
      await new Promise((resolve) => setImmediate(resolve));
      end += events;
      if (types !== null) writes.add({ first: end - events + 1, last: end, types });
      if (events > 0) endWatch.announce(end);
      const { value } = await next;
      return value && { position: Number(value.position), caughtUp: value.caughtUp };
    },
    close() {
      stop.abort();
      endWatch.close();
      folder.remove();
    }
  };
}
test("reads what was there before it in slices, then a few events at once", async () => {
  const { next, reads, close } = subscribed();
  assert.equal(await next(), { position: 10, caughtUp: true });
  assert.equal(await next(2), { position: 12, caughtUp: true });
  assert.equal(await next(1, ["Sought", "Ignored"]), { position: 13, caughtUp: true });
  assert.equal(await next(100), { position: 113, caughtUp: true });
  assert.equal(reads, ["slice after 0", "few after 10", "few after 12", "slice after 13"]);
  close();
});
test("reads nothing while only other types are written", async () => {
  const { next, reads, close } = subscribed();
  await next();
  reads.splice(0);
  for (let events = 1; events < 100; events++) {
    const { caughtUp } = await next(events, ["Ignored"]) ?? {};
    assert.is(caughtUp, true);
  }
  assert.equal(reads, []);
  assert.equal(await next(1), { position: 10 + 4950 + 1, caughtUp: true });
  assert.equal(reads, [`few after ${10 + 4950}`]);
  close();
});
test("leaves the process its turns where the log is said to go on after all that can be read", async () => {
  const folder = temporaryFolder();
  const stop = new AbortController();
  let reads = 0;
  const nothing = async () => {
    if (++reads === 1e3) stop.abort();
    return { events: [], position: 10, atEnd: true };
  };
  const endWatch = logEndWatch(folder.path, async () => 10);
  const batches = subscription(
    { after: 10, signal: stop.signal },
    {
      ...{
        reader: { few: nothing, slice: nothing },
        endWatch,
        writes: recentWrites(),
        log: quietLog
      },
      isClosed: () => false
    }
  )[Symbol.asyncIterator]();
  endWatch.announce(11);
  const next = batches.next();
  const timer = new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.race([next, timer]);
  assert.ok(reads < 10, `${reads} reads in 50 ms`);
  stop.abort();
  await next;
  endWatch.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=logSubscription.test.js.map
