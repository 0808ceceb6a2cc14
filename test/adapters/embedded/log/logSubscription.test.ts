import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logEndWatch } from '../../../../src/adapters/embedded/log/logEndWatch.ts';
import type { LogSlice } from '../../../../src/adapters/embedded/log/logSlices.ts';
import { subscription } from '../../../../src/adapters/embedded/log/logSubscription.ts';
import { recentWrites } from '../../../../src/adapters/embedded/log/recentWrites.ts';
import type { RecordedEvent } from '../../../../src/events/event.ts';
import type { EventBatch } from '../../../../src/ports/eventStore.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('a subscription to the embedded log');
const NONE: readonly RecordedEvent[] = [];

/** A subscription to `Sought`, whose reads are counted; the log begins with ten events. */
function subscribed() {
  const folder = temporaryFolder();
  const stop = new AbortController();
  const reads: string[] = [];
  let end = 10;
  const slice = (): LogSlice => ({ events: [...NONE], position: end, atEnd: true });
  const reader = {
    few: async (after: number) => {
      reads.push(`few after ${after}`);
      return slice();
    },
    slice: async (after: number, _limit: number, { until }: { readonly until?: number | undefined } = {}) => {
      reads.push(`slice after ${after}`);
      return { ...slice(), position: Math.min(end, until ?? end) };
    },
  };
  const endWatch = logEndWatch(folder.path, async () => end);
  const writes = recentWrites();
  const batches = subscription(
    { after: 0, types: ['Sought'], signal: stop.signal },
    { ...{ reader: reader as never, endWatch, writes, log: quietLog }, isClosed: () => false },
  )[Symbol.asyncIterator]();
  return {
    reads,
    /** The next batch; for it the log has grown, and it may be known by what. */
    async next(events = 0, types: readonly string[] | null = null) {
      const next = batches.next() as Promise<IteratorResult<EventBatch, void>>;
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
    },
  };
}

test('reads what was there before it in slices, then a few events at once', async () => {
  const { next, reads, close } = subscribed();
  assert.equal(await next(), { position: 10, caughtUp: true });
  assert.equal(await next(2), { position: 12, caughtUp: true });
  assert.equal(await next(1, ['Sought', 'Ignored']), { position: 13, caughtUp: true });
  assert.equal(await next(100), { position: 113, caughtUp: true });
  assert.equal(reads, ['slice after 0', 'few after 10', 'few after 12', 'slice after 13']);
  close();
});

test('reads nothing while only other types are written', async () => {
  const { next, reads, close } = subscribed();
  await next();
  reads.splice(0);
  for (let events = 1; events < 100; events++) {
    const { caughtUp } = (await next(events, ['Ignored'])) ?? {};
    assert.is(caughtUp, true);
  }
  assert.equal(reads, []);
  assert.equal(await next(1), { position: 10 + 4_950 + 1, caughtUp: true });
  assert.equal(reads, [`few after ${10 + 4_950}`]);
  close();
});

test('leaves the process its turns where the log is said to go on after all that can be read', async () => {
  const folder = temporaryFolder();
  const stop = new AbortController();
  let reads = 0;
  const nothing = async (): Promise<LogSlice> => {
    // A loop that no timer can end is ended here.
    if (++reads === 1_000) stop.abort();
    return { events: [], position: 10, atEnd: true };
  };
  const endWatch = logEndWatch(folder.path, async () => 10);
  const batches = subscription(
    { after: 10, signal: stop.signal },
    {
      ...{
        reader: { few: nothing, slice: nothing } as never,
        endWatch,
        writes: recentWrites(),
        log: quietLog,
      },
      isClosed: () => false,
    },
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
