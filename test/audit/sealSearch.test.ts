import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionsOf } from '../../src/audit/sealSearch.ts';
import type { RecordedSeal } from '../../src/audit/sealStream.ts';
import { BEGINNING, type Position } from '../../src/events/event.ts';
import { LogDamaged } from '../../src/ports/eventStore.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { sealedLog } from './sealedLog.ts';
import { AT_ONCE, steppedLog } from './steppedLog.ts';

const test = suite('positions of a time');
const MINUTE_MS = 60_000;
const ROUNDS = 40;
const MINUTES_A_ROUND = 15;

/** Ten hours in which a few events happen each quarter of an hour. */
async function written() {
  const store = memoryEventStore();
  const { write, seal, ledger } = await sealedLog(store);
  const startMs = ledger.clock.nowMs();
  for (let round = 0; round < ROUNDS; round++) {
    await write(1 + (round % 4));
    await seal(MINUTES_A_ROUND);
  }
  return { store, write, at: (minutes: number) => new Date(startMs + minutes * MINUTE_MS).toISOString() };
}

test('hold every event of the time, and little else', async () => {
  const { store, at } = await written();
  const random = seededRandom(11);
  for (let run = 0; run < 200; run++) {
    const [from, length] = [random() * 500, random() * 90];
    const [since, until] = [at(from), at(from + length)];
    const positions = await positionsOf(store, { since, until });
    const held = store.log.filter(
      ({ position }) => position > positions.after && position <= positions.until,
    );
    const wanted = store.log.filter(({ metadata }) => metadata.at >= since && metadata.at <= until);
    assert.equal(
      wanted.filter((event) => !held.includes(event)),
      [],
      `${since} to ${until}`,
    );
    const near = [at(from - 3 * MINUTES_A_ROUND), at(from + length + 3 * MINUTES_A_ROUND)] as const;
    assert.ok(held.every(({ metadata }) => metadata.at >= near[0] && metadata.at <= near[1]));
  }
});

test('reach to both ends of the log without bounds, without seals, and after the newest seal', async () => {
  const { store, write, at } = await written();
  const all = { after: BEGINNING, until: await store.head() };
  assert.equal(await positionsOf(store, { since: null, until: null }), all);
  assert.equal(await positionsOf(store, { since: at(-60), until: at(60 * 24) }), all);
  await write(2);
  assert.is((await positionsOf(store, { since: null, until: null })).until, await store.head());
  const late = await positionsOf(store, { since: at(60 * 24), until: null });
  assert.is(store.log.filter(({ position }) => position > late.after).length, 3);

  const unsealed = memoryEventStore();
  await (await sealedLog(unsealed)).write(5);
  const none = await positionsOf(unsealed, { since: at(60 * 24), until: at(60 * 25) });
  assert.equal(none, { after: BEGINNING, until: await unsealed.head() });
});

test('hold what a process recorded whose clock is nine minutes early or late', async () => {
  const store = memoryEventStore();
  const { write, seal, event, ledger } = await sealedLog(store);
  for (const minutes of [-9, 9]) {
    await write(1);
    await seal();
    const time = new Date(ledger.clock.nowMs() + minutes * MINUTE_MS).toISOString();
    const skewed = event('skewed');
    await store.append(`note-skewed-${minutes}`, 'no-stream', [
      { ...skewed, metadata: { ...skewed.metadata, at: time } },
    ]);
    await write(1);
    await seal();
    await write(1);
    await seal(MINUTES_A_ROUND);
    await write(1);
    await seal();
    const { after, until } = await positionsOf(store, { since: time, until: time });
    const place = store.log.find(({ stream }) => stream === `note-skewed-${minutes}`)?.position ?? BEGINNING;
    assert.ok(place > after && place <= until, `${minutes} minutes`);
  }
});

test('hold the events that another ledger recorded, whose order is another one', async () => {
  const { store, at } = await written();
  const copy = memoryEventStore();
  const { event, seal, write } = await sealedLog(copy, 'copied');
  // It is later.
  await seal(24 * 60);
  for (const { metadata } of store.log.toReversed()) {
    const { at: time } = metadata;
    await copy.append(`copied-${time}-${copy.log.length}`, 'no-stream', [
      { ...event('copied'), metadata: { ...metadata, at: time } },
    ]);
  }
  await seal();
  await write(1);
  const positions = await positionsOf(copy, { since: at(100), until: at(120) });
  const wanted = copy.log.filter(
    ({ metadata, stream }) =>
      metadata.at >= at(100) && metadata.at <= at(120) && stream.startsWith('copied-'),
  );
  assert.ok(wanted.length > 0);
  assert.ok(wanted.every(({ position }) => position > positions.after && position <= positions.until));
});

test('hold what waited when seals were made in pieces, up to the first that was not full, or to the end', async () => {
  const store = memoryEventStore();
  const { write, seal, seals, ledger } = await sealedLog(store);
  const atOnce = 10;
  await write(1);
  await seal(MINUTES_A_ROUND);
  await write(32);
  const until = new Date(ledger.clock.nowMs()).toISOString();
  const wanted = store.log.at(-1)?.position ?? BEGINNING;
  // For an hour nothing was sealed.
  await ledger.clock.advance(60 * MINUTE_MS);
  await seal(MINUTES_A_ROUND, () => true, undefined, { sealedAtOnce: atOnce });
  const sizes = (await seals()).flatMap(({ data }) => Object(data).size ?? []);
  const added = sizes.map((size, at) => size - (sizes[at - 1] ?? 0));
  assert.equal(added.slice(1, 4), [atOnce, atOnce, atOnce], 'of full seals');
  assert.ok(Number(added[4]) < atOnce);
  const pieces = await positionsOf(store, { since: null, until }, { sealedAtOnce: atOnce });
  assert.ok(pieces.until >= wanted, `${pieces.until} is before ${wanted}`);

  await write(20);
  await seal(MINUTES_A_ROUND);
  assert.equal(
    await positionsOf(store, { since: null, until }, { sealedAtOnce: atOnce }),
    pieces,
    'and nothing of later',
  );

  // The service ended after a full one.
  const lastFull = store.log.findIndex(({ data }) => Object(data).size === sizes[3]);
  store.log.splice(lastFull + 1);
  const cut = await positionsOf(store, { since: null, until }, { sealedAtOnce: atOnce });
  assert.is(cut.until, await store.head());
});

test('hold every event of the time also where the clock was set, and after that no more than the seals require', async () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  for (let log = 0; log < (RUN_ALL ? 6 : 1); log++) {
    const random = seededRandom(SEED + log);
    const { store, pass, seals, startMs, nowMs } = steppedLog(random);
    // What a process knows of the seals is completed by those that come later.
    for (let part = 0; part < 3; part++) {
      await pass(250);
      const all = seals();
      const placeOf = (seal: RecordedSeal | undefined) =>
        store.log.find(
          ({ stream, revision }) =>
            stream === seal?.data.last.stream && revision === seal?.data.last.revision,
        )?.position;
      for (let query = 0; query < 25; query++) {
        const fromMs = startMs - DAY_MS + random() * (nowMs() - startMs + 2 * DAY_MS);
        const untilMs = fromMs + random() * (random() < 0.5 ? 2 * DAY_MS : 3 * 60 * MINUTE_MS);
        const time = (ms: number) => new Date(ms).toISOString();
        const [since, until] = [time(fromMs), time(untilMs)];
        const positions = await positionsOf(store, { since, until }, { sealedAtOnce: AT_ONCE });
        const missing = store.log.filter(
          ({ position, metadata: { at } }) =>
            at >= since && at <= until && (position <= positions.after || position > positions.until),
        );
        assert.equal(missing, [], `${since} to ${until}`);

        const [early, late] = [time(fromMs - 10 * MINUTE_MS), time(untilMs + 10 * MINUTE_MS)];
        const first = all.findIndex(({ metadata }) => metadata.at >= early);
        assert.is(positions.after, placeOf(first < 0 ? all.at(-1) : all[first - 1]) ?? BEGINNING);
        const last = all.findLastIndex(({ metadata }) => metadata.at <= late);
        const caughtUp = all.find(
          ({ data }, at) => at > last && data.size - (all[at - 1]?.data.size ?? 0) < AT_ONCE,
        );
        assert.is(positions.until, placeOf(caughtUp) ?? (await store.head()));
      }
    }
  }
});

test('issue 50, 7: hold every event of the time also where a seal, or an event that one names, was damaged', async () => {
  const { store, at } = await written();
  const seals = store.log.filter(
    ({ type }) => type === 'LogSealed',
  ) as readonly unknown[] as readonly RecordedSeal[];
  const random = seededRandom(12);
  for (const damagedAt of [0, 1, 7, 20, seals.length - 2, seals.length - 1]) {
    const seal = seals[damagedAt];
    if (seal === undefined) return assert.unreachable();
    const { stream: lastStream, revision: lastRevision } = (seals[damagedAt - 3] ?? seal).data.last;
    const readStream: typeof store.readStream = async (stream, options = {}) => {
      const events = await store.readStream(stream, options);
      const isHit = events.some(
        (one) => one.id === seal.id || (one.stream === lastStream && one.revision === lastRevision),
      );
      if (isHit) throw new LogDamaged('it was changed');
      return events;
    };
    const damaged = { head: store.head, readStream };
    for (let run = 0; run < 30; run++) {
      const [from, length] = [random() * 600, random() * 90];
      const [since, until] = [at(from), at(from + length)];
      const positions = await positionsOf(damaged, { since, until });
      const missed = store.log.filter(
        ({ position, metadata }) =>
          metadata.at >= since &&
          metadata.at <= until &&
          (position <= positions.after || position > positions.until),
      );
      assert.equal(missed, [], `seal ${damagedAt}, ${since} to ${until}`);
    }
  }
});

/** A seal a minute, each of one event; after `setBackAt` the clock is two days behind. */
function manySeals(count: number, setBackAt = count) {
  const BACK_MS = 2 * 24 * 60 * MINUTE_MS;
  const timeOf = (at: number) =>
    new Date(Date.UTC(2026, 2, 1) + at * MINUTE_MS - (at < setBackAt ? 0 : BACK_MS)).toISOString();
  let reads = 0;
  const eventAt = (stream: string, at: number) => ({
    ...{ stream, revision: at, position: `${at}`.padStart(16, '0') as Position, id: `${stream} ${at}` },
    type: stream === 'seal' ? 'LogSealed' : 'Noted',
    metadata: { at: timeOf(at) },
    data: { size: at + 1, last: { stream: 'notes', revision: at }, clockSteps: at < setBackAt ? 0 : 1 },
  });
  const readStream = async (stream: string, { fromRevision = 0, limit = 100 } = {}) => {
    reads += 1;
    const found = Math.max(0, Math.min(limit, count - fromRevision));
    return Array.from({ length: found }, (_, at) => eventAt(stream, fromRevision + at)) as never;
  };
  const store = { readStream, head: async () => eventAt('notes', count - 1).position };
  return { store, timeOf, reads: () => reads };
}

test('issue 50, 7: a time is found by a few of half a million seals, and by twice as many where the clock was set', async () => {
  for (const [setBackAt, most] of [
    [undefined, 120],
    [300_000, 240],
  ] as const) {
    const { store, timeOf, reads } = manySeals(500_000, setBackAt);
    const at = 400_000;
    const { after, until } = await positionsOf(store, { since: timeOf(at), until: timeOf(at + 60) });
    assert.ok(Number(after) < at && Number(until) >= at + 60);
    // Before the clock was set, the same times were two days earlier in the log.
    assert.ok(Number(after) > at - (setBackAt === undefined ? 20 : 200_000), after);
    assert.ok(reads() < most, `${reads()} reads`);
  }
});

test('a seal says how often the clock was set back before it', async () => {
  const store = memoryEventStore();
  const { write, seal, ledger, seals } = await sealedLog(store);
  const { nowMs } = ledger.clock;
  const pass = async (offMs: number) => {
    ledger.clock.nowMs = () => nowMs() + offMs;
    await write(1);
    await seal();
  };
  for (const hours of [0, 0, -48, -48, 0, -1]) await pass(hours * 60 * MINUTE_MS);
  const steps = (await seals()).filter(({ type }) => type === 'LogSealed');
  assert.equal(
    steps.map(({ data }) => Object(data).clockSteps),
    [0, 0, 1, 1, 1, 2],
  );
});

test.run();
