import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { documentsAsOf, type Moment } from '../../src/audit/asOf.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { type AnyProjection, collectionOf } from '../../src/follow/fold/projection.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { randomLogs } from '../support/randomEvents.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';

const test = suite('read models as of a moment');

const MAX_EVENTS = 40;
const RUNS = { numRuns: RUN_ALL ? 10_000 : 150, seed: SEED + 11 };

/** A log over events that are there, in pages of a few. */
function logOf(events: readonly RecordedEvent[]) {
  return {
    head: async () => events.at(-1)?.position ?? BEGINNING,
    readStream: async (stream: string, { fromRevision = 0, limit = 1_000 } = {}) =>
      events.filter((event) => event.stream === stream).slice(fromRevision, fromRevision + limit),
    async readAll({ after, types = [] }: { after: Position; types?: readonly string[] }) {
      const scanned = events.filter(({ position }) => position > after).slice(0, 7);
      const caughtUp = scanned.length < 7;
      const found = scanned.filter(({ type }) => types.includes(type));
      return { events: found, position: scanned.at(-1)?.position ?? after, caughtUp };
    },
  };
}

/** The documents of a replay that stops there, with their positions. */
async function replayed(projection: AnyProjection, events: RecordedEvent[], keys: readonly string[]) {
  const collection = await memoryDocuments().collection<object>(collectionOf(projection));
  await foldInto(projection, collection, events);
  const stored = await collection.getForFold([...keys]);
  return keys.map((key) => {
    const { document = null, position = null } = stored.get(key) ?? {};
    return { key, document, position };
  });
}

for (const projection of projectionList(projectionsFor(4)))
  test(`${projection.name}: any document at any place is what a replay that stops there gives`, () =>
    fc.assert(
      fc.asyncProperty(
        randomLogs(projection.types, MAX_EVENTS),
        fc.nat(MAX_EVENTS),
        fc.boolean(),
        async (log, stop, byTime) => {
          const until = log.slice(0, stop);
          const keys = [...new Set(log.flatMap((event) => projection.keys(event)))];
          const last = until.at(-1);
          const moment: Moment = byTime
            ? { atMs: last === undefined ? 0 : Date.parse(last.metadata.at) }
            : { position: last?.position ?? BEGINNING };
          const found = await documentsAsOf(logOf(log), projection, keys, moment);
          const shown = [...found].map(([key, { document, last: changed }]) => ({
            key,
            document,
            position: changed?.position ?? null,
          }));
          // As a store gives them: fast-check's objects have no prototype.
          assert.equal(JSON.parse(JSON.stringify(shown)), await replayed(projection, until, keys));
        },
      ),
      RUNS,
    ));

test('what is looked at is counted, and no page is read after the moment', async () => {
  const [projection] = projectionList(projectionsFor(1)).filter(({ name }) => name === 'balances');
  const [[event] = []] = fc.sample(
    randomLogs(['CreditsGranted'], 5).filter(({ length }) => length > 0),
    { numRuns: 1, seed: 4 },
  );
  if (projection === undefined || event === undefined) throw new Error('nothing to fold');
  const log = logOf(
    Array.from({ length: 60 }, (_, n) => ({ ...event, revision: n, position: positionAt(n + 1) })),
  );
  let pages = 0;
  const readAll: typeof log.readAll = (options) => {
    pages++;
    return log.readAll(options);
  };
  const looked: (readonly [number, number])[] = [];
  await documentsAsOf(
    { ...log, readAll },
    projection,
    [event.metadata.workspace],
    { position: positionAt(10) },
    (events, own) => void looked.push([events, own]),
  );
  assert.equal(looked, [
    [7, 7],
    [3, 3],
  ]);
  assert.is(pages, 2);
});

test('a time means what comes before the first later event, whatever the times after that one are', async () => {
  const [projection] = projectionList(projectionsFor(1)).filter(({ name }) => name === 'balances');
  const [[event] = []] = fc.sample(
    randomLogs(['CreditsGranted'], 5).filter(({ length }) => length > 0),
    { numRuns: 1, seed: 4 },
  );
  if (projection === undefined || event === undefined) throw new Error('nothing to fold');
  const atMs = Date.parse('2026-03-01T00:00:00.000Z');
  const at = (n: number) => new Date(n === 10 ? atMs + 1 : atMs).toISOString();
  const log = logOf(
    Array.from({ length: 60 }, (_, n) => ({
      ...event,
      ...{ revision: n, position: positionAt(n + 1), metadata: { ...event.metadata, at: at(n) } },
    })),
  );
  const found = await documentsAsOf(log, projection, [event.metadata.workspace], { atMs });
  assert.is(found.get(event.metadata.workspace)?.last?.position, positionAt(10));
});

test('a message is folded from its own stream, together with its entries', async () => {
  const [projection] = projectionList(projectionsFor(1)).filter(({ name }) => name === 'messages');
  if (projection === undefined) throw new Error('nothing to fold');
  const several = fc.sample(randomLogs(['EmailAccepted'], MAX_EVENTS), { numRuns: 200, seed: 4 });
  const log = several.find((events) => events.some((event) => projection.keys(event).length > 1)) ?? [];
  const keys = [...new Set(log.flatMap((event) => projection.keys(event)))];
  assert.ok(keys.some((key) => key.includes('/')));
  const readAll = () => Promise.reject(new Error('the whole log was read'));
  const moment = { position: log.at(-1)?.position ?? BEGINNING };
  const found = await documentsAsOf({ ...logOf(log), readAll }, projection, keys, moment);
  assert.ok([...found.values()].every(({ document }) => document !== null));
});

test.run();
