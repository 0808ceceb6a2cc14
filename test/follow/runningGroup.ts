import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { type AnyProjection, collectionOf } from '../../src/follow/fold/projection.ts';
import { runGroups } from '../../src/follow/runGroups.ts';
import { followTail } from '../../src/follow/tail.ts';
import { instant } from '../../src/ports/clock.ts';
import type { Collection, Documents } from '../../src/ports/documents.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { quietLog } from '../support/quietLog.ts';
import { lookedAt } from './lookedAt.ts';

/** A read model that counts the events under each of their tags. */
export const counting = (name: string, version = 1): AnyProjection => ({
  ...{ name, version, types: ['Noted'], indexes: {} },
  keys: ({ data }) => (data as { tags: readonly string[] }).tags,
  fold: (document) => ({ count: ((document as { count: number } | null)?.count ?? 0) + 1 }),
});

/** A model of a group under test; `write` stands in front of its writes. */
export interface TestedModel {
  readonly projection: AnyProjection;
  readonly mayWait?: boolean;
  readonly write?: (write: () => Promise<void>) => Promise<void>;
}

/** A log in memory, and groups of read models that follow it until they are stopped. */
export function groupFixture(partitions = 1) {
  const store = memoryEventStore();
  const documents: Documents = memoryDocuments();
  const clock = manualClock();
  let made = 0;
  const note = async (count: number, ...tags: string[]) => {
    for (let n = 0; n < count; n++) {
      const id = String(++made);
      const at = instant(clock.nowMs());
      const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at };
      await store.append(`note-${id}`, 'no-stream', [{ id, type: 'Noted', data: { tags }, metadata }]);
    }
  };
  const run = async (models: readonly TestedModel[], held: () => Set<number> = () => new Set([0])) => {
    const stop = new AbortController();
    const checkpoints = await openCheckpoints(documents, partitions);
    const hints = inProcessHints(quietLog);
    const saver = startCheckpointSaver(checkpoints, { clock, log: quietLog, hints }, stop.signal);
    const tail = await followTail(store, ['Noted'], stop.signal, () => {}, clock);
    const faults: string[] = [];
    const lags = new Map<string, number>();
    const opened = await Promise.all(
      models.map(async ({ projection, mayWait = false, write = (go) => go() }) => {
        const collection = await documents.collection<object>(collectionOf(projection));
        const writeMany: Collection<object>['writeMany'] = (writes) =>
          write(() => collection.writeMany(writes));
        return { projection, mayWait, collection: { ...collection, writeMany } };
      }),
    );
    const done = runGroups(
      opened,
      { name: 'read-models', partitions, isAwaited: false },
      {
        ...{ tail, checkpoints, saver, clock, log: quietLog, signal: stop.signal },
        partitions: lookedAt(held, clock, stop.signal),
        metrics: {
          count: (name, labels, by = 1) => {
            if (name === 'postledger_consumer_faults_total' && by > 0) faults.push(String(labels?.consumer));
          },
          gauge: (_, value, labels) => void lags.set(String(labels?.consumer), value),
        } as Parameters<typeof runGroups>[2]['metrics'],
        throttle: backgroundThrottle(clock, () => 0),
      },
    );
    return {
      ...{ checkpoints, saver, faults, lags },
      async stop() {
        stop.abort();
        await done;
        await saver.flush();
      },
      /** As a crash ends it: nothing more is saved. */
      async end() {
        stop.abort();
        await done;
      },
    };
  };
  const countOf = async (projection: AnyProjection, tag: string) => {
    const collection = await documents.collection<{ count: number }>(collectionOf(projection));
    return (await collection.get(tag))?.document.count ?? 0;
  };
  return { store, documents, clock, note, run, countOf };
}
