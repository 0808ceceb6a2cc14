import type { LogGrowth } from '../../../ports/logGrowth.ts';
import { growthMessages } from './growthMessages.ts';
import type { logEndWatch } from './logEndWatch.ts';
import type { LogReader } from './logReader.ts';
import { type LogWrite, recentWrites } from './recentWrites.ts';

const NOTIFY_EVERY_MS = 5;

/** What the ledger grows by, here and in the processes that say so: subscriptions wake, and know what they need not read. */
export interface LedgerGrowth extends Omit<LogGrowth, 'startWriter'> {
  readonly writes: Pick<ReturnType<typeof recentWrites>, 'unread'>;
  /** This process has written it, durably. */
  committed(write: LogWrite): void;
  close(): void;
}

/** @param file which file the ledger is (ledgerIdentity) */
export function ledgerGrowth(
  file: string | null,
  reader: Pick<LogReader, 'storedLeaves' | 'lastPosition'>,
  endWatch: Pick<ReturnType<typeof logEndWatch>, 'announce' | 'told'>,
): LedgerGrowth {
  const writes = recentWrites();
  const messages = growthMessages(reader, file);
  const notifier = growthNotifier();
  return {
    writes,
    committed(write) {
      writes.add(write);
      endWatch.announce(write.last);
      notifier.notify(write);
    },
    announce(message) {
      const told = messages.read(message);
      if (told.length === 0) return;
      // What was truly written to this ledger can be seen in it: of anything else a reader would skip what comes there later.
      const take = (last: number) => {
        for (const write of told) if (write.last <= last) writes.add(write);
        endWatch.told(last);
      };
      // What could not be looked at is found by the next look.
      reader.lastPosition().then(take, () => {});
    },
    onGrown: (handler) => notifier.onGrown((written) => handler(messages.write(written))),
    close: notifier.close,
  };
}

/**
 * Notifies handlers of the log's growth, at most once in `NOTIFY_EVERY_MS` however many commits there are. The first
 * commit after a pause is notified at once, the others together at the end of the next pause.
 */
function growthNotifier() {
  const handlers = new Set<(writes: readonly LogWrite[]) => void>();
  let unsaid: LogWrite[] = [];
  let pause: NodeJS.Timeout | null = null;

  const notifyNow = () => {
    pause = null;
    if (unsaid.length === 0) return;
    const writes = unsaid;
    unsaid = [];
    for (const handler of handlers) handler(writes);
    pause = setTimeout(notifyNow, NOTIFY_EVERY_MS).unref();
  };

  return {
    notify(write: LogWrite) {
      if (handlers.size === 0) return;
      unsaid.push(write);
      if (pause === null) notifyNow();
    },
    onGrown(handler: (writes: readonly LogWrite[]) => void): () => void {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close() {
      handlers.clear();
      if (pause !== null) clearTimeout(pause);
    },
  };
}
