import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import { outage } from '../../node/outage.ts';
import { positionAt } from '../../position.ts';
import type { LedgerGrowth } from './ledgerGrowth.ts';
import type { logEndWatch } from './logEndWatch.ts';
import type { LogReader } from './logReader.ts';
import { FEW_EVENTS, type LogSlice } from './logSlices.ts';

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
  readonly writes: LedgerGrowth['writes'];
  readonly log: Log;
  readonly isClosed: () => boolean;
}

/** The events after a position, as they come, until the signal aborts or the log is closed. */
export async function* subscription(
  { after, types, signal }: Omit<SubscribeOptions, 'after'> & { readonly after: number },
  { reader, endWatch, writes, log, isClosed }: SubscriptionDependencies,
): AsyncIterable<EventBatch> {
  const reading = outage(log, {
    begins: 'a subscription cannot read the log, it goes on trying',
    ends: 'the subscription reads the log again',
  });
  const read = async (from: number, until: number | undefined): Promise<LogSlice | null> => {
    const known = endWatch.known();
    const areFew = known > from && known <= from + FEW_EVENTS;
    try {
      const few = areFew ? await reader.few(from, types) : null;
      const slice = few ?? (await reader.slice(from, BATCH_EVENTS, { types, until }));
      reading.succeeded();
      return slice;
    } catch (error) {
      if (!isClosed()) reading.failed(error as Error);
      return null;
    }
  };
  let readAtMs = Number.NEGATIVE_INFINITY;
  let atEnd = false;
  for (let at = after; !signal.aborted && !isClosed(); ) {
    if (atEnd) await endWatch.grownBeyond(at, signal);
    const waitMs = readAtMs + GATHER_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (signal.aborted || isClosed()) return;
    // What is known to be of other types is skipped without reading it.
    const { from, until } = types === undefined ? { from: at, until: undefined } : writes.unread(at, types);
    const isPassed = from > at && from >= endWatch.known();
    const slice = isPassed ? { events: [], position: from, atEnd: true } : await read(from, until);
    if (signal.aborted) return;
    // A log may end before what is known of it, as when an older backup took its place: the wait for growth would not wait.
    const endsEarly = slice?.position === at && endWatch.known() > at;
    if (slice === null || endsEarly) await sleep(FAULT_RETRY_MS);
    atEnd = slice?.atEnd ?? false;
    if (slice === null || slice.position === at) continue;
    at = slice.position;
    yield { events: slice.events, position: positionAt(at), caughtUp: atEnd };
    if (!atEnd) await nextTurn();
    else if (!isPassed) readAtMs = performance.now();
  }
}
