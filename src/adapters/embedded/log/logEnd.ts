import type { LogGrown, LogGrowth, WrittenAppend } from '../../../ports/logGrowth.ts';
import { ledgerPath } from './ledgerFile.ts';
import { logEndLooks } from './logEndLooks.ts';
import type { LogReader } from './logReader.ts';
import { type AppendReader, lastOf, newestAppends } from './newestAppends.ts';

/** The log's end as this process knows it: what it writes, what the other process of the service says, and looks for all others. */
export interface LogEnd extends Omit<LogGrowth, 'startWriter'> {
  /** Position up to which the log is known to have events. */
  known(): number;
  /** Resolves when the log has an event after `position`, the signal aborts, or the store closes. */
  grownBeyond(position: number, signal: AbortSignal): Promise<void>;
  /** Begins to read what is written after a position from now on. */
  reader(position: number): AppendReader;
  /** This process has written it, durably. */
  committed(written: readonly WrittenAppend[]): void;
  close(): void;
}

/** @param ledger which file the log is (ledgerIdentity) */
export function logEnd(
  folder: string,
  ledger: string | null,
  reader: Pick<LogReader, 'lastPosition' | 'damage'>,
): LogEnd {
  const newest = newestAppends();
  const handlers = new Set<(grown: LogGrown) => void>();
  const waiting = new Set<{ readonly position: number; readonly wake: () => void }>();
  let known = 0;
  const wakeBefore = (position: number) => {
    for (const waiter of waiting) if (waiter.position < position) waiter.wake();
  };
  const wakeAll = () => wakeBefore(Number.POSITIVE_INFINITY);
  const grownTo = (last: number) => {
    if (last > known) looks.grown();
    known = Math.max(known, last);
    wakeBefore(known);
  };
  // A look that fails wakes all who wait: they meet the fault.
  const looks = logEndLooks(`${ledgerPath(folder)}-wal`, () => reader.lastPosition().then(grownTo, wakeAll));

  return {
    known: () => known,
    async grownBeyond(position, signal) {
      if (signal.aborted || known > position) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', wake);
          if (waiting.size === 0) looks.end();
          resolve();
        };
        const waiter = { position, wake };
        waiting.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
        looks.begin();
      });
    },
    reader: newest.reader,
    committed(appends) {
      const end = appends.at(-1);
      if (end === undefined) return;
      const last = lastOf(end);
      newest.add(appends);
      grownTo(last);
      for (const handler of handlers) handler({ ledger, last, appends });
    },
    announce(grown) {
      // Of a damaged log the readable part is served, and no more.
      if (grown.ledger !== ledger || reader.damage !== null) return;
      looks.peerReported();
      newest.add(grown.appends);
      grownTo(grown.last);
    },
    onGrown(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close() {
      handlers.clear();
      wakeAll();
      looks.end();
    },
  };
}
