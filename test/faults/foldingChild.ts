import { setMaxListeners } from 'node:events';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { openProjection } from '../../src/follow/fold/projection.ts';
import { runGroups } from '../../src/follow/runGroups.ts';
import type { Tail } from '../../src/follow/tail.ts';
import type { Documents, DocumentWrite } from '../../src/ports/documents.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { unchanging } from '../follow/lookedAt.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { foldedLog } from './foldedLog.ts';

// A process that folds the same log into the read models of the folder in argv[2], as the projector does, in
// stretches so small that there are many commits and checkpoints. argv[4] is 'late' for one that goes wrong: each
// document is written only after the checkpoint behind it.
const [folder = '', orders = '1', order = 'in order'] = process.argv.slice(2);
const STRETCH_EVENTS = 10;
const store = foldedLog(Number(orders));
const head = await store.head();
const stop = new AbortController();
setMaxListeners(0, stop.signal);

const clock = systemClock;
const own = openEmbeddedDocuments(folder, { clock, log: quietLog });
const documents = order === 'late' ? late(own) : own;
const checkpoints = await openCheckpoints(documents, 1);
const hints = inProcessHints(quietLog);
// Time passes so fast that every stretch is worth a checkpoint.
const hurried = { ...clock, sleep: (_: number, signal?: AbortSignal) => clock.sleep(1, signal) };
const saver = startCheckpointSaver(checkpoints, { clock: hurried, log: quietLog, hints }, stop.signal);
const projections = projectionList(projectionsFor(1));
/** Once the group has come to the head it has nothing more to do. */
const tail: Tail = {
  position: () => head,
  watch: () => {},
  onRead: () => () => {},
  async next(after, types) {
    if (after < head) return store.readAll({ after, limit: STRETCH_EVENTS, types });
    stop.abort();
    return null;
  },
};
const models = await Promise.all(
  projections.map(async (projection) => ({
    ...{ projection, mayWait: false },
    collection: await openProjection(documents, projection),
  })),
);
await runGroups(
  models,
  { name: 'read-models', partitions: 1, isAwaited: true },
  {
    ...{ tail, checkpoints, saver, clock, log: quietLog, metrics: noMetrics, signal: stop.signal },
    partitions: unchanging(() => new Set([0])),
    // So that the thread that checkpoints gets its turns.
    throttle: { afterWork: () => systemClock.sleep(2), catchingUp: () => {} },
  },
);
await saver.flush();
await documents.close();

function late(documents: Documents): Documents {
  return {
    ...documents,
    async collection<Row extends object>(definition: Parameters<Documents['collection']>[0]) {
      const collection = await documents.collection<Row>(definition);
      if (definition.name === 'checkpoints') return collection;
      let kept: readonly DocumentWrite<Row>[] = [];
      const flush = async () => {
        const writes = kept;
        kept = [];
        await collection.writeMany(writes);
      };
      return {
        ...collection,
        async getForFold(keys) {
          await flush();
          return collection.getForFold(keys);
        },
        writeMany: async (writes: readonly DocumentWrite<Row>[]) => {
          kept = writes;
        },
      };
    },
  };
}
