import type { LogGrowth } from '../../../ports/logGrowth.ts';
import { growthMessages } from './growthMessages.ts';
import { growthNotifier, type logEndWatch } from './logGrowth.ts';
import type { LogReader } from './logReader.ts';
import { type LogWrite, recentWrites } from './recentWrites.ts';

/** What the ledger grows by, here and in the processes that say so: subscriptions wake, and know what they need not read. */
export interface LedgerGrowth extends Omit<LogGrowth, 'startWriter'> {
  readonly writes: Pick<ReturnType<typeof recentWrites>, 'unread'>;
  /** This process has written it, durably. */
  committed(write: LogWrite): void;
  close(): void;
}

export function ledgerGrowth(
  reader: Pick<LogReader, 'storedLeaves'>,
  endWatch: Pick<ReturnType<typeof logEndWatch>, 'announce' | 'told'>,
): LedgerGrowth {
  const writes = recentWrites();
  const messages = growthMessages(reader);
  const notifier = growthNotifier();
  return {
    writes,
    committed(write) {
      writes.add(write);
      endWatch.announce(write.last);
      notifier.notify(write);
    },
    announce(message) {
      for (const write of messages.read(message)) {
        writes.add(write);
        endWatch.told(write.last);
      }
    },
    onGrown: (handler) => notifier.onGrown((written) => handler(messages.write(written))),
    close: notifier.close,
  };
}
