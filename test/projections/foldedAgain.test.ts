// runs in: test:all
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../src/events/event.ts';
import { foldEvent, UNFOLDED } from '../../src/follow/fold/foldEvent.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { type AnyProjection, collectionOf } from '../../src/follow/fold/projection.ts';
import type { Collection, DocumentWrite } from '../../src/ports/documents.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { randomLogs } from '../support/randomEvents.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('folded again');

const MAX_EVENTS = 40;
const RUNS = { numRuns: 2_000, seed: SEED + 7 };

const open = (projection: AnyProjection) => memoryDocuments().collection<object>(collectionOf(projection));

/** Every document with its position, those too that were removed, and sums. */
async function rowsOf(collection: Collection<object>, projection: AnyProjection, log: RecordedEvent[]) {
  const keys = new Set(log.flatMap((event) => projection.keys(event)));
  for await (const { key } of collection.scan()) keys.add(key);
  return [...(await collection.getForFold([...keys]))].sort(([one], [other]) => (one < other ? -1 : 1));
}

async function foldedOnce(projection: AnyProjection, log: RecordedEvent[]) {
  const collection = await open(projection);
  await foldInto(projection, collection, log);
  return rowsOf(collection, projection, log);
}

/** A process that folds: what it writes is on its way until the next thing it does. */
function foldingProcess(projection: AnyProjection, collection: Collection<object>, log: RecordedEvent[]) {
  let reached = 0;
  let underWay: readonly DocumentWrite<object>[] = [];
  const slow: Collection<object> = {
    ...collection,
    async writeMany(writes) {
      // Sums and the documents that they follow from.
      underWay = [...underWay, ...writes];
    },
  };
  const arrive = async () => {
    await collection.writeMany(underWay);
    underWay = [];
  };
  return {
    arrive,
    async fold(events: number) {
      await arrive();
      const stretch = log.slice(reached, reached + events);
      reached += events;
      await foldInto(projection, slow, stretch);
    },
    /** Begins again at an older place, as from a checkpoint. */
    async goBack(events: number) {
      await arrive();
      reached = Math.max(0, Math.min(reached, log.length) - events);
    },
  };
}

for (const projection of projectionList(projectionsFor(4))) {
  test(`${projection.name}: any stretch again, by two processes at once, gives the same documents at the same positions`, () => {
    const step = fc.record({ by: fc.nat(1), events: fc.nat(8), back: fc.nat(12) });
    return fc.assert(
      fc.asyncProperty(
        randomLogs(projection.types, MAX_EVENTS),
        fc.array(step, { maxLength: 16 }),
        fc.nat(1),
        async (log, steps, last) => {
          const expected = await foldedOnce(projection, log);
          const collection = await open(projection);
          const processes = [0, 1].map(() => foldingProcess(projection, collection, log));
          for (const { by, events, back } of steps) {
            await processes[by]?.fold(events);
            if (back > 8) await processes[by]?.goBack(back);
          }
          await processes[last]?.fold(MAX_EVENTS);
          await processes[last]?.arrive();
          // What the slower one had on its way comes last of all.
          await processes[1 - last]?.arrive();
          assert.equal(await rowsOf(collection, projection, log), expected);
        },
      ),
      RUNS,
    );
  });

  test(`${projection.name}: an event that changed nothing changes nothing again, and no document is changed in place`, () =>
    fc.assert(
      fc.property(randomLogs(projection.types, MAX_EVENTS), (log) => {
        const documents = new Map<string, { folding: typeof UNFOLDED; idle: RecordedEvent[] }>();
        for (const event of log) {
          for (const key of projection.keys(event)) {
            const { folding, idle } = documents.get(key) ?? { folding: UNFOLDED, idle: [] };
            const after = foldEvent(projection, folding, event, key);
            frozen(after.document);
            documents.set(key, { folding: after, idle: after === folding ? [...idle, event] : [] });
          }
        }
        for (const [key, { folding, idle }] of documents)
          for (const event of idle) assert.is(foldEvent(projection, folding, event, key), folding);
      }),
      RUNS,
    ));
}

function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
}

test.run();
