import type { EventBatch, SubscribeOptions } from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import { outage } from '../outage.ts';
import { positionText } from './logFormat.ts';
import type { LogNews } from './logNews.ts';
import { type LogReader, nextTurn } from './logReader.ts';
import type { OwnStretches } from './ownStretches.ts';

const BATCH_EVENTS = 1_000;
const FAULT_RETRY_MS = 100;
/**
 * A subscription reads on so long after its last reading at the soonest: while many write, each commit would be read,
 * handed to all consumers and folded by itself. What comes after a quiet moment is read at once.
 */
const GATHER_MS = 15;

interface Subscribed {
  readonly reader: LogReader;
  readonly news: LogNews;
  readonly own: OwnStretches;
  readonly log: Log;
  readonly isClosed: () => boolean;
}

/** What comes behind a place of the log, as it comes, until the signal aborts or the log is closed. */
export async function* subscription(
  { after, types, signal }: Omit<SubscribeOptions, 'after'> & { readonly after: number },
  { reader, news, own, log, isClosed }: Subscribed,
): AsyncIterable<EventBatch> {
  const reading = outage(log, {
    begins: 'a subscription cannot read the log, it goes on trying',
    ends: 'the subscription reads the log again',
  });
  let readAtMs = Number.NEGATIVE_INFINITY;
  for (let at = after; !signal.aborted && !isClosed(); ) {
    await pause(readAtMs + GATHER_MS - performance.now());
    if (signal.aborted || isClosed()) return;
    // What this process wrote, and of other types than these, is passed over unread.
    const { from, until } = types === undefined ? { from: at, until: undefined } : own.unread(at, types);
    const stretch = await reader.stretch(from, BATCH_EVENTS, { types, until }).catch((error: unknown) => {
      if (!isClosed()) reading.failed(error as Error);
      return null;
    });
    if (signal.aborted) return;
    if (stretch !== null) reading.succeeded();
    if (stretch === null) await new Promise((resolve) => setTimeout(resolve, FAULT_RETRY_MS));
    else if (stretch.position === at) await news.beyond(at, signal);
    else {
      at = stretch.position;
      yield { events: stretch.events, position: positionText(at), caughtUp: stretch.atEnd };
      if (stretch.atEnd) readAtMs = performance.now();
      else await nextTurn();
    }
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
