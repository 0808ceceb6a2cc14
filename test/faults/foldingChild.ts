import { setMaxListeners } from 'node:events';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import type { Documents, DocumentWrite } from '../../src/ports/documents.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { openProjection } from '../../src/runtime/fold/projection.ts';
import { startCheckpointSaver } from '../../src/runtime/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/runtime/follow/checkpoints.ts';
import { runConsumer } from '../../src/runtime/follow/consumer.ts';
import { projectionConsumer } from '../../src/runtime/follow/projectionConsumer.ts';
import type { Tail } from '../../src/runtime/follow/tail.ts';
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
let left = projections.length;
/** A consumer's own tail: once it has come to the head it has nothing more to do, and the last one ends them all. */
const tailOfOne = (): Tail => {
  let over = false;
  return {
    position: () => head,
    waiting: () => 0,
    async next(after, types, signal) {
      if (after < head) return store.readAll({ after, limit: STRETCH_EVENTS, types });
      if (!over) left--;
      over = true;
      if (left === 0) stop.abort();
      await clock.sleep(60_000, AbortSignal.any([stop.signal, signal]));
      return null;
    },
  };
};
await Promise.all(
  projections.map(async (projection) => {
    const collection = await openProjection(documents, projection);
    await runConsumer(projectionConsumer(projection, collection, 1), {
      tail: tailOfOne(),
      checkpoints,
      saver,
      partitions: () => new Set([0]),
      partitionsChanged: () => new Promise(() => {}),
      clock,
      log: quietLog,
      metrics: noMetrics,
      // So that the thread that checkpoints gets its turns.
      throttle: { afterWork: () => systemClock.sleep(2) },
      signal: stop.signal,
    });
  }),
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
