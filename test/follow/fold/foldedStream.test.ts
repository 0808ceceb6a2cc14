import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { boundedCache, roughBytes } from '../../../src/follow/fold/cacheOf.ts';
import { type Fold, foldedStream, forgetFold } from '../../../src/follow/fold/foldedStream.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { countingReads } from '../../support/countingReads.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';

const test = suite('folds by revision');

type Noted = { readonly type: string; readonly data: { readonly n: number } };
const sum = (): Fold<number, Noted> => ({ initial: 0, evolve: (total, { data }) => total + data.n });

function fixture() {
  const memory = memoryEventStore();
  const counted = countingReads(memory);
  const ledger = { clock: manualClock(), ids: seededIds() };
  const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };
  const note = async (stream: string, ...numbers: number[]) => {
    const last = memory.log.findLast((event) => event.stream === stream);
    const events = numbers.map((n) => ({ type: 'Noted', data: { n } }));
    const appended = memory.append(stream, last?.revision ?? 'no-stream', newEvents(ledger, origin, events));
    return (await appended).position;
  };
  return { memory, ...counted, note };
}

test('only what came since is read', async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  await note('s', ...Array.from({ length: 2_000 }, () => 1));
  const first = await foldedStream(store, 's', fold);
  assert.equal([first.state, first.last?.revision], [2_000, 1_999]);
  await note('s', 5);
  const read = await during(async () => assert.is((await foldedStream(store, 's', fold)).state, 2_005));
  assert.equal(read, { reads: 1, events: 1 });
  assert.equal(await during(() => foldedStream(store, 's', fold)), { reads: 1, events: 0 });
});

test('streams and folds are separate, and a stream that does not exist may be created', async () => {
  const { store, note } = fixture();
  const [one, other] = [sum(), sum()];
  const absent = await foldedStream(store, 's', one);
  assert.equal(absent, { state: 0, last: null });
  await note('s', 1);
  await note('t', 10);
  assert.is((await foldedStream(store, 's', one)).state, 1);
  assert.is((await foldedStream(store, 't', one)).state, 10);
  await note('s', 2);
  assert.is((await foldedStream(store, 's', other)).state, 3);
  assert.is((await foldedStream(store, 's', one)).state, 3);
});

test('callers at the same time share a reading, and none gets one that began before its call', async () => {
  const { memory, note } = fixture();
  const fold = sum();
  await note('s', 1);
  const held: (() => void)[] = [];
  let reads = 0;
  const slow = {
    ...memory,
    async readStream(...asked: Parameters<typeof memory.readStream>) {
      reads += 1;
      const found = await memory.readStream(...asked);
      await new Promise<void>((resolve) => held.push(resolve));
      return found;
    },
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const early = [foldedStream(slow, 's', fold), foldedStream(slow, 's', fold)];
  await turn();
  await note('s', 10);
  const late = [foldedStream(slow, 's', fold), foldedStream(slow, 's', fold)];
  await turn();
  assert.is(reads, 1);
  held.shift()?.();
  assert.equal(
    (await Promise.all(early)).map(({ state }) => state),
    [1, 1],
  );
  await turn();
  assert.is(reads, 2);
  held.shift()?.();
  assert.equal(
    (await Promise.all(late)).map(({ state }) => state),
    [11, 11],
  );
});

test('up to a position that was read already, nothing is read', async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  const early = await note('s', 1);
  const late = await note('elsewhere', 1);
  assert.is((await foldedStream(store, 's', fold, late)).state, 1);
  assert.equal(await during(() => foldedStream(store, 's', fold, early)), { reads: 0, events: 0 });
  assert.equal(await during(() => foldedStream(store, 's', fold, late)), { reads: 0, events: 0 });
  const later = await note('s', 2);
  assert.is((await foldedStream(store, 's', fold, later)).state, 3);
});

test('a reading that failed half way goes on from there', async () => {
  const { memory, store, note, counts } = fixture();
  const fold = sum();
  await note('s', ...Array.from({ length: 600 }, () => 1));
  const failing = {
    ...store,
    readStream: (...asked: Parameters<typeof store.readStream>) =>
      counts.reads === 1 ? Promise.reject(new EventStoreUnavailable('away')) : store.readStream(...asked),
  };
  await foldedStream(failing, 's', fold).then(
    () => assert.unreachable('it did not reject'),
    (error) => assert.instance(error, EventStoreUnavailable),
  );
  assert.equal(counts, { reads: 1, events: 100 });
  counts.reads += 1;
  assert.is((await foldedStream(failing, 's', fold)).state, 600);
  assert.is(counts.events, 600);
  assert.is(memory.log.length, 600);
});

test('what was removed from the cache is read again', async () => {
  const { store, note, during } = fixture();
  const fold = sum();
  await note('s', 1, 2, 3);
  await foldedStream(store, 's', fold);
  forgetFold(store, 's', fold);
  assert.equal(await during(() => foldedStream(store, 's', fold)), { reads: 1, events: 3 });
});

test('the cache is bounded by number and by size, and evicts what was used longest ago', () => {
  const cache = boundedCache(3, 1_000);
  for (const key of ['a', 'b', 'c']) cache.put(key, key, 10);
  assert.is(cache.get('a'), 'a');
  cache.put('d', 'd', 10);
  assert.equal(['a', 'b', 'c', 'd'].map(cache.get), ['a', undefined, 'c', 'd']);
  cache.put('c', 'c', 985);
  assert.equal(['a', 'c', 'd'].map(cache.get), [undefined, 'c', 'd']);
  cache.put('large', 'large', 5_000);
  assert.equal(['c', 'large'].map(cache.get), [undefined, 'large']);
  cache.delete('large');
  cache.put('a', 'a', 1_000);
  assert.is(cache.get('a'), 'a');
});

test('the size of a value is estimated roughly', () => {
  const near = (value: unknown, bytes: number) => {
    const weighed = roughBytes(value);
    assert.ok(weighed > bytes / 3 && weighed < bytes * 3, `${weighed} for ${bytes}`);
  };
  near('x'.repeat(10_000), 20_000);
  near({ html: { inline: 'x'.repeat(10_000) }, text: null }, 20_000);
  near(
    Array.from({ length: 1_000 }, () => ({ key: 'x'.repeat(50) })),
    180_000,
  );
});

test.run();
