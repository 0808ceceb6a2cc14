import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { partitionOf } from '../../../src/events/partitionOf.ts';
import { foldDue, foldInto } from '../../../src/follow/fold/foldInto.ts';
import type { AnyProjection } from '../../../src/follow/fold/projection.ts';
import type { Collection, Documents } from '../../../src/ports/documents.ts';
import { GROUPINGS } from '../../../src/projections/figureSums.ts';
import type { MessageDocument, MessageEntry } from '../../../src/projections/messageDocuments.ts';
import {
  countedFigures,
  type FiguresQuery,
  messageFigures,
} from '../../../src/projections/messageFigures.ts';
import { messages } from '../../../src/projections/messages.ts';
import { randomLogs } from '../../support/randomEvents.ts';
import { RUN_ALL, SEED } from '../../support/testRun.ts';
import type { Factory, Opened } from '../opened.ts';
import { freshName } from './collections.ts';
import { figuresByHand } from './countedFigures.ts';

type Messages = Collection<MessageDocument | MessageEntry>;

const PARTITIONS = 3;
/** Of one stretch of a random log. */
const MAX_EVENTS = 10;
const FIRST_MS = Date.UTC(2026, 0, 1, 23, 50);
const projection = messages(PARTITIONS) as AnyProjection;
const WORKSPACES = [1, 2, 3].map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
/** Whole hours and days, parts of them, and times between which there is no whole one. */
const RANGES: readonly Pick<FiguresQuery, 'since' | 'until'>[] = [
  {},
  { since: '2026-01-02T00:00:00.000Z', until: '2026-01-02T23:59:59.999Z' },
  { since: '2026-01-01T23:53:00.000Z' },
  { until: '2026-01-02T00:10:00.000Z' },
  { since: '2026-01-01T23:55:00.000Z', until: '2026-01-02T00:20:00.000Z' },
  { since: '2026-01-02T00:05:00.000Z', until: '2026-01-02T00:06:00.000Z' },
  { since: '2026-01-01T22:00:00.000Z', until: '9999-12-31T23:59:59.999Z' },
];

/** Stretches of events. */
const some = (types: readonly string[], times: number) =>
  fc.array(randomLogs(types, MAX_EVENTS), { minLength: times, maxLength: times }).map((logs) => logs.flat());

/** Messages, and afterwards anything whatever: few of the events would else be of a message that was accepted. */
const logs = fc
  .tuple(some(['EmailAccepted', 'EmailAccepted', 'SmsAccepted'], 3), some(projection.types, 12))
  .map(([accepted, others]) =>
    [...accepted, ...others].map((event, at) => ({
      ...{ ...event, revision: at, position: positionAt(at + 1) },
      metadata: { ...event.metadata, at: new Date(FIRST_MS + at * 60_000).toISOString() },
    })),
  );

/**
 * What a projector does next: it folds some events of a partition, and saves its checkpoint or not. `killed`: it ends within the first or second
 * write of these, after so many of its documents; null: not at all.
 */
const step = fc.record({
  partition: fc.nat(PARTITIONS - 1),
  events: fc.integer({ min: 1, max: 12 }),
  saves: fc.boolean(),
  killed: fc.option(fc.record({ write: fc.nat(1), documents: fc.nat(4) })),
});

/** Figures of messages: the sums of any history, folded in pieces by projectors that are killed, against each message by itself. */
export function figuresContract(name: string, factory: Factory<Documents>, runs: number): void {
  const test = suite(name);
  let opened: Opened<Documents>;
  test.before(async () => {
    opened = await factory();
  });
  test.after(() => opened.destroy());
  const open = () => opened.subject.collection<object>({ name: freshName(), indexes: projection.indexes });
  const check = (property: (log: RecordedEvent[], steps: readonly Step[]) => Promise<void>) =>
    fc.assert(fc.asyncProperty(logs, fc.array(step, { minLength: 8, maxLength: 24 }), property), {
      numRuns: RUN_ALL ? 5 * runs : runs,
      seed: SEED + 11,
    });

  test('sums give what each message gives by itself, for any time and grouping', () =>
    check(async (log, steps) => {
      const collection = await open();
      await foldWithKills(collection, log, steps);
      const found: MessageDocument[] = [];
      for await (const { document } of collection.scan())
        if ('recipients' in document) found.push(document as MessageDocument);
      for (const workspace of WORKSPACES)
        for (const by of GROUPINGS)
          for (const range of RANGES) {
            const query = { workspace, by, ...range };
            const own = found.filter((message) => message.workspace === workspace);
            const expected = figuresByHand(own, by, range);
            const [rows, counted] = await Promise.all(
              [messageFigures, countedFigures].map((figures) => figures(collection as Messages, query)),
            );
            assert.equal(rows?.map(nonZero), expected, JSON.stringify(query));
            assert.equal(counted, rows);
          }
    }));

  test('sums and their positions are the same, however the log was divided and whatever was killed', () =>
    check(async (log, steps) => {
      const [once, inPieces] = await Promise.all([open(), open()]);
      await foldInto(projection, once, log);
      await foldWithKills(inPieces, log, steps);
      assert.equal(await rowsOf(inPieces), await rowsOf(once));
    }));

  test.run();
}

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

function nonZero({ ...row }: Awaited<ReturnType<typeof messageFigures>>[number]) {
  const [[, group] = [], ...counts] = Object.entries(row);
  return [group, Object.fromEntries(counts.filter(([, count]) => count !== 0))];
}

async function rowsOf(collection: Collection<object>) {
  const rows = [];
  for await (const row of collection.scan()) rows.push(row);
  return rows;
}

/** Folds the log by its partitions, each from its checkpoint, and at the end whatever is left. */
async function foldWithKills(
  collection: Collection<object>,
  log: readonly RecordedEvent[],
  steps: readonly Step[],
): Promise<void> {
  const ofPartition = (partition: number) =>
    log.filter((event) => projection.keys(event).some((key) => partitionOf(key, PARTITIONS) === partition));
  const checkpoints = new Map<number, number>();
  const last = Array.from({ length: PARTITIONS }, (_, partition) => ({
    ...{ partition, events: Number.POSITIVE_INFINITY, saves: true, killed: null },
  }));
  for (const { partition, events, saves, killed } of [...steps, ...last]) {
    const from = checkpoints.get(partition) ?? 0;
    const stretch = ofPartition(partition).slice(from, from + events);
    const dying = { ...collection, writeMany: writesUntil(killed, collection) };
    const due = stretch.flatMap((event) => {
      const keys = projection.keys(event).filter((key) => partitionOf(key, PARTITIONS) === partition);
      return keys.length === 0 ? [] : [{ event, keys }];
    });
    try {
      await foldDue(projection, dying, due);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      continue;
    }
    if (saves) checkpoints.set(partition, from + stretch.length);
  }
}

class Killed extends Error {}

function writesUntil(killed: Step['killed'], { writeMany }: Collection<object>): typeof writeMany {
  let write = 0;
  return async (writes) => {
    if (killed === null || write++ !== killed.write) return writeMany(writes);
    await writeMany(writes.slice(0, killed.documents));
    throw new Killed();
  };
}
