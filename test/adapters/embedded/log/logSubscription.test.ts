import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logEnd } from '../../../../src/adapters/embedded/log/logEnd.ts';
import { appendTexts } from '../../../../src/adapters/embedded/log/logFormat.ts';
import type { LogSlice } from '../../../../src/adapters/embedded/log/logSlices.ts';
import { subscription } from '../../../../src/adapters/embedded/log/logSubscription.ts';
import type { EventBatch } from '../../../../src/ports/eventStore.ts';
import type { WrittenAppend } from '../../../../src/ports/logGrowth.ts';
import { freshStream, newEvent } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('a subscription to the embedded log');
const LEDGER = '1:1';

/** An append of one event at a position, which has the position in its data. */
const appendAt = (first: number, type = 'Sought', text = ''): WrittenAppend => ({
  ...appendTexts(freshStream(), -1, [newEvent({ n: first, text }, type)]),
  first,
});

/** A log of ten events, whose file is read in the way of the test; a subscription to `Sought` from its beginning. */
function subscribed(types: readonly string[] | undefined = ['Sought']) {
  const folder = temporaryFolder();
  const stop = new AbortController();
  const reads: number[] = [];
  let inFile = 10;
  const reader = {
    damage: null,
    lastPosition: async () => inFile,
    async slice(after: number): Promise<LogSlice> {
      reads.push(after);
      return { events: [], position: Math.max(after, inFile), atEnd: true };
    },
  };
  const end = logEnd(folder.path, LEDGER, reader);
  const batches = subscription(
    { after: 0, ...(types && { types }), signal: stop.signal },
    { reader, end, log: quietLog, isClosed: () => false },
  )[Symbol.asyncIterator]() as AsyncGenerator<EventBatch, void>;
  const shown = (batch: EventBatch | undefined) =>
    batch && {
      events: batch.events.map(({ data }) => (data as { n: number }).n),
      position: Number(batch.position),
      caughtUp: batch.caughtUp,
    };
  return {
    end,
    reads,
    stop,
    next: async () => shown((await batches.next()).value ?? undefined),
    /** The file has events up to this position: nothing says so. */
    writeFile(position: number) {
      inFile = position;
    },
    /** This process has written one event there. */
    write(position: number, ...what: [type?: string, text?: string]) {
      inFile = Math.max(inFile, position);
      end.committed([appendAt(position, ...what)]);
    },
    /** The other process says that it has. */
    told(position: number, ...what: [type?: string, text?: string]) {
      inFile = Math.max(inFile, position);
      end.announce({ ledger: LEDGER, last: position, appends: [appendAt(position, ...what)] });
    },
    async close() {
      stop.abort();
      await batches.return(undefined);
      end.close();
      folder.remove();
    },
  };
}

test('reads the file once, and gets from memory what this process and the other one write', async () => {
  const { next, reads, write, told, close } = subscribed();
  assert.equal(await next(), { events: [], position: 10, caughtUp: true });
  for (let at = 11; at < 40; at += 2) {
    write(at);
    assert.equal(await next(), { events: [at], position: at, caughtUp: true });
    told(at + 1);
    assert.equal(await next(), { events: [at + 1], position: at + 1, caughtUp: true });
  }
  assert.equal(reads, [0]);
  await close();
});

test('passes what is of other types without a read', async () => {
  const { next, reads, write, told, close } = subscribed();
  await next();
  for (let at = 11; at < 200; at++) {
    (at % 2 === 0 ? write : told)(at, 'Ignored');
    assert.equal(await next(), { events: [], position: at, caughtUp: true });
  }
  write(200);
  assert.equal(await next(), { events: [200], position: 200, caughtUp: true });
  assert.equal(reads, [0]);
  await close();
});

test('waits a moment for what the other process wrote before, and gives both in their order', async () => {
  const { next, reads, write, told, close } = subscribed();
  await next();
  write(12);
  const both = next();
  await sleep(2);
  told(11);
  assert.equal(await both, { events: [11, 12], position: 12, caughtUp: true });
  assert.equal(reads, [0]);
  await close();
});

test('reads the file where a gap stays, as after an append whose outcome is not known', async () => {
  const { next, reads, write, told, close } = subscribed();
  await next();
  // What was written at 11 and 12 is never heard of.
  write(13);
  assert.equal(await next(), { events: [], position: 13, caughtUp: true });
  assert.equal(reads, [0, 10]);
  told(14);
  write(15);
  assert.equal(await next(), { events: [14, 15], position: 15, caughtUp: true });
  assert.equal(reads, [0, 10], 'and is in memory again');
  told(12);
  write(16);
  assert.equal(
    await next(),
    { events: [16], position: 16, caughtUp: true },
    'what comes late comes no second time',
  );
  await close();
});

test('reads the file where the other process says only how far the log has grown, or nothing', async () => {
  const { end, next, reads, write, writeFile, close } = subscribed();
  await next();
  writeFile(900);
  end.announce({ ledger: LEDGER, last: 900, appends: [] });
  assert.equal(await next(), { events: [], position: 900, caughtUp: true });
  writeFile(901);
  assert.equal(await next(), { events: [], position: 901, caughtUp: true }, 'a command has written it');
  assert.equal(reads, [0, 10, 900]);
  write(902);
  assert.equal(await next(), { events: [902], position: 902, caughtUp: true });
  assert.is(reads.length, 3);
  await close();
});

test('reads the file where it was slow, and all that is kept for it meanwhile are 8 MiB', async () => {
  const { next, reads, write, close } = subscribed();
  await next();
  const mebi = 'x'.repeat(1_000_000);
  for (let at = 11; at <= 30; at++) write(at, 'Sought', mebi);
  assert.equal(await next(), { events: [], position: 30, caughtUp: true });
  assert.equal(reads, [0, 10]);
  await close();
});

test('gives as much at once as one turn of the process reads', async () => {
  const { next, reads, write, close } = subscribed();
  await next();
  for (let at = 11; at <= 14; at++) write(at, 'Sought', 'x'.repeat(300_000));
  assert.equal(await next(), { events: [11, 12], position: 12, caughtUp: false });
  assert.equal(await next(), { events: [13, 14], position: 14, caughtUp: true });
  for (let at = 15; at < 1_515; at++) write(at);
  assert.equal((await next())?.position, 1_014);
  assert.equal((await next())?.position, 1_514);
  assert.equal(reads, [0]);
  await close();
});

test('ignores what is said of another ledger', async () => {
  const { end, next, write, close } = subscribed(undefined);
  await next();
  end.announce({ ledger: '1:2', last: 11, appends: [appendAt(11, 'Foreign')] });
  end.announce({ ledger: null, last: 11, appends: [appendAt(11, 'Foreign')] });
  assert.is(end.known(), 0);
  write(11);
  assert.equal(await next(), { events: [11], position: 11, caughtUp: true });
  await close();
});

test('leaves the process its turns where the log is said to go on after all that can be read', async () => {
  const { end, next, reads, stop, close } = subscribed();
  await next();
  end.announce({ ledger: LEDGER, last: 11, appends: [] });
  const following = next();
  await Promise.race([following, sleep(50)]);
  assert.ok(reads.length < 10, `${reads.length} reads in 50 ms`);
  stop.abort();
  await following;
  await close();
});

test.run();
