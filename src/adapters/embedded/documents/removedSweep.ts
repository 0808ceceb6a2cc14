import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { nextTurn } from '../log/logReader.ts';
import type { DocumentStore } from './documentStore.ts';
import { quoted, tableNames } from './documentTable.ts';

/**
 * How long the position of a removed document is kept: no process holds a folded document for so long before it
 * writes it. Without an end every finished work item would stay for ever.
 */
const KEPT_MS = 24 * 3_600_000;
const EVERY_MS = 600_000;
/** Rows forgotten in one transaction. */
const PIECE_ROWS = 500;

/** Forgets documents that were removed a day ago. */
export interface RemovedSweep {
  /** Called after a write: every ten minutes it begins a sweep, beside everything else. */
  tick(): void;
  /** Resolves when the sweep under way has ended, which it does before its next piece. */
  close(): Promise<void>;
}

export function removedSweep(store: DocumentStore, { clock, log }: { clock: Clock; log: Log }): RemovedSweep {
  let lastMs = clock.nowMs();
  let running = Promise.resolve();
  let closed = false;

  const sweep = async () => {
    const before = BigInt(Math.floor(clock.nowMs() - KEPT_MS));
    for (const name of await store.read('', [], tableNames)) {
      const table = quoted(name);
      const forget = `DELETE FROM ${table} WHERE rowid IN
        (SELECT rowid FROM ${table} WHERE removed_at IS NOT NULL AND removed_at < ? LIMIT ${PIECE_ROWS})`;
      for (let removed = PIECE_ROWS; removed === PIECE_ROWS && !closed; ) {
        removed = await store.write(name, (db) => Number(db.prepare(forget).run(before).changes));
        await nextTurn();
      }
    }
  };

  return {
    tick() {
      const nowMs = clock.nowMs();
      // A clock that was set back begins the stretch again.
      if (nowMs < lastMs) lastMs = nowMs;
      if (nowMs - lastMs < EVERY_MS) return;
      lastMs = nowMs;
      running = running
        .then(sweep)
        .catch((error) => log.warn({ err: error }, 'removed documents stay for now, they are swept later'));
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
