import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import { outage } from '../../node/outage.ts';
import { positionAt } from '../../position.ts';
import type { logEndWatch } from './logGrowth.ts';
import type { LogReader } from './logReader.ts';
import type { recentOwnWrites } from './recentOwnWrites.ts';

const BATCH_EVENTS = 1_000;
const FAULT_RETRY_MS = 100;
/**
 * Least time between two reads of a subscription: while many write, each commit would otherwise be read, handed to all
 * consumers and folded by itself. What comes after a quiet moment is read at once.
 */
const GATHER_MS = 15;

interface SubscriptionDependencies {
  readonly reader: LogReader;
  readonly endWatch: ReturnType<typeof logEndWatch>;
  readonly ownWrites: ReturnType<typeof recentOwnWrites>;
  readonly log: Log;
  readonly isClosed: () => boolean;
}

/** The events after a position, as they come, until the signal aborts or the log is closed. */
export async function* subscription(
  { after, types, signal }: Omit<SubscribeOptions, 'after'> & { readonly after: number },
  { reader, endWatch, ownWrites, log, isClosed }: SubscriptionDependencies,
): AsyncIterable<EventBatch> {
  const reading = outage(log, {
    begins: 'a subscription cannot read the log, it goes on trying',
    ends: 'the subscription reads the log again',
  });
  let readAtMs = Number.NEGATIVE_INFINITY;
  for (let at = after; !signal.aborted && !isClosed(); ) {
    const waitMs = readAtMs + GATHER_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (signal.aborted || isClosed()) return;
    // What this process wrote of other types is skipped without reading it.
    const { from, until } =
      types === undefined ? { from: at, until: undefined } : ownWrites.unread(at, types);
    const slice = await reader.slice(from, BATCH_EVENTS, { types, until }).catch((error: unknown) => {
      if (!isClosed()) reading.failed(error as Error);
      return null;
    });
    if (signal.aborted) return;
    if (slice !== null) reading.succeeded();
    if (slice === null) await sleep(FAULT_RETRY_MS);
    else if (slice.position === at) await endWatch.grownBeyond(at, signal);
    else {
      at = slice.position;
      yield { events: slice.events, position: positionAt(at), caughtUp: slice.atEnd };
      if (slice.atEnd) readAtMs = performance.now();
      else await nextTurn();
    }
  }
}
