import { openEmbeddedDocuments } from '../src/adapters/embedded/documents/documents.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { positionAt } from '../src/adapters/position.ts';
import { partitionOf } from '../src/events/partitionOf.ts';
import { backgroundThrottle } from '../src/follow/backgroundThrottle.ts';
import type { Collection } from '../src/ports/documents.ts';
import type { PaceGrant } from '../src/ports/pace.ts';
import { WORK_INDEX, type WorkDocument } from '../src/ports/workDocument.ts';
import { waits } from '../src/work/waits.ts';
import { runWorkerLoop } from '../src/work/workerLoop.ts';
import { workHints } from '../src/work/workHints.ts';
import { noMetrics, quietLog } from '../test/support/quietLog.ts';
import { inBenchFolder, uuidOf } from './benchFolder.ts';
import { line } from './report.ts';

const PARTITIONS = 4;
const HOUR_MS = 3_600_000;
/** Until every lane has been met once. */
const SETTLED_MS = 10_000;
const MEASURED_MS = 10_000;

const NOT_TODAY: PaceGrant = { granted: 0, retryAfterMs: HOUR_MS, window: { slot: 0, day: 0 } };

/** What lanes cost that have nothing to do: a worker's reads and milliseconds of the processor a second, over SQLite. */
export async function run(lanes = 5_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const documents = openEmbeddedDocuments(data, { clock: systemClock, log: quietLog });
    const later = await documents.collection<WorkDocument>({ name: 'later', indexes: WORK_INDEX });
    await fill(later, lanes, Date.now() + HOUR_MS);
    await idle('no lane', await documents.collection({ name: 'empty', indexes: WORK_INDEX }));
    await idle(`${lanes} lanes that are due in an hour`, later);
    const closed = await documents.collection<WorkDocument>({ name: 'closed', indexes: WORK_INDEX });
    await fill(closed, lanes, Date.now());
    await idle(`${lanes} lanes without a grant`, closed);
    await documents.close();
  });
}

async function fill(collection: Collection<WorkDocument>, lanes: number, dueAtMs: number): Promise<void> {
  const writes = Array.from({ length: lanes }, (_, n) => {
    const key = uuidOf(2, n);
    const document = { partition: partitionOf(key, PARTITIONS), lane: uuidOf(1, n), dueAtMs };
    return { key, position: positionAt(1), document };
  });
  await collection.writeMany(writes);
}

async function idle(name: string, collection: Collection<WorkDocument>): Promise<void> {
  const counts = { reads: 0, documents: 0, grants: 0 };
  const stop = new AbortController();
  const worker = {
    name: 'bench',
    maxInFlight: 128,
    maxInFlightPerLane: 96,
    collection: counted(collection, counts),
    admit: async () => {
      counts.grants++;
      return NOT_TODAY;
    },
    run: async () => ({ retryAfterMs: HOUR_MS, why: 'later' }),
  };
  const running = runWorkerLoop(worker, {
    held: () => new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition)),
    hints: workHints(systemClock.sleep),
    reached: () => new Map([[0, positionAt(1)]]),
    head: async () => positionAt(1),
    clock: systemClock,
    log: quietLog,
    metrics: noMetrics,
    signal: stop.signal,
    waits: waits(),
    throttle: backgroundThrottle(systemClock, () => 0),
  });
  await systemClock.sleep(SETTLED_MS);
  const before = { ...counts };
  const usedBefore = process.cpuUsage();
  await systemClock.sleep(MEASURED_MS);
  const { user, system } = process.cpuUsage(usedBefore);
  const seconds = MEASURED_MS / 1_000;
  const perSecond = (figure: keyof typeof counts) => ((counts[figure] - before[figure]) / seconds).toFixed(1);
  stop.abort();
  await running;
  line(name, `${((user + system) / 1_000 / seconds).toFixed(1)} ms a second`);
  line('  a second', `${perSecond('reads')} reads, ${perSecond('documents')} documents`);
  line('  a second', `${perSecond('grants')} grants asked for`);
}

function counted(
  collection: Collection<WorkDocument>,
  counts: { reads: number; documents: number },
): Collection<WorkDocument> {
  return {
    ...collection,
    async page(query) {
      const found = await collection.page(query);
      counts.reads++;
      counts.documents += found.length;
      return found;
    },
    async getForFold(keys) {
      counts.reads++;
      counts.documents += keys.length;
      return collection.getForFold(keys);
    },
  };
}
