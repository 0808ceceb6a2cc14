import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../src/adapters/checked/eventStore.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { divided } from '../../src/events/parts.ts';
import { type Folding, foldEvent, UNFOLDED } from '../../src/follow/fold/foldEvent.ts';
import { type AnyProjection, collectionOf } from '../../src/follow/fold/projection.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { foldLog } from '../../src/rebuild/foldLog.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { randomLogs } from '../support/randomEvents.ts';
import { seededIds } from '../support/seededIds.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('folds without parts');
const RUNS = { numRuns: 300, seed: SEED + 11 };
const MAX_EVENTS = 40;
const salt = () => 'A'.repeat(22);

/** The event as the log gives it to who reads no parts. */
function bare(event: RecordedEvent): RecordedEvent {
  const { parts: _, ...open } = divided(event, salt);
  return { ...event, ...open };
}

function folded(projection: AnyProjection, log: readonly RecordedEvent[]): ReadonlyMap<string, Folding> {
  const documents = new Map<string, Folding>();
  for (const event of log)
    for (const key of projection.keys(event))
      documents.set(key, foldEvent(projection, documents.get(key) ?? UNFOLDED, event, key));
  return documents;
}

for (const projection of projectionList(projectionsFor(4)).filter(({ readsParts }) => !readsParts))
  test(`${projection.name}: random events give the same documents without their parts`, () =>
    fc.assert(
      fc.property(randomLogs(projection.types, MAX_EVENTS), (log) => {
        assert.equal([...folded(projection, log.map(bare))], [...folded(projection, log)]);
      }),
      RUNS,
    ));

test('a fold that reads parts does so, and others are spared them', async () => {
  const { messages, balances } = projectionsFor(4);
  const store = memoryEventStore();
  const ids = seededIds('without parts');
  const checked = checkedEventStore(store, { ids });
  const metadata = { v: 1, workspace: 'w', actor: 'operator', correlation: 'c', causation: null, at: 'now' };
  const event = {
    id: ids.uuid(),
    type: 'SuppressionAdded',
    data: { address: 'a@b.example', reason: 'r' },
    metadata,
  };
  await checked.append('suppression-1', 'no-stream', [event]);
  const asked: (boolean | undefined)[] = [];
  const watched: EventStore = {
    ...checked,
    readAll: (options) => {
      asked.push(options.withoutParts);
      return checked.readAll(options);
    },
  };
  for (const each of [[balances], [messages], [balances, messages]] as readonly AnyProjection[][]) {
    const documents = memoryDocuments();
    const targets = await Promise.all(
      each.map(async (projection) => ({
        projection,
        collection: await documents.collection<object>(collectionOf(projection)),
      })),
    );
    await foldLog(watched, targets, BEGINNING);
  }
  assert.equal(asked, [true, false, false]);
});

test.run();
