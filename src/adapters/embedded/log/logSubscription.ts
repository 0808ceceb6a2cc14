import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, SubscribeOptions } from '../../../ports/eventStore.ts';
import type { Log } from '../../../ports/log.ts';
import type { WrittenAppend } from '../../../ports/logGrowth.ts';
import { outage } from '../../node/outage.ts';
import { positionAt } from '../../position.ts';
import { eventsOf } from './eventRow.ts';
import type { LogEnd } from './logEnd.ts';
import type { LogReader } from './logReader.ts';
import { type LogSlice, TURN_CHARACTERS } from './logSlices.ts';
import { lastOf } from './newestAppends.ts';

const BATCH_EVENTS = 1_000;
const FAULT_RETRY_MS = 100;
/** What another process wrote before it is told a moment later: so long is waited before the file is read for it. */
const GAP_MS = 10;

interface SubscriptionDependencies {
  readonly reader: Pick<LogReader, 'slice'>;
  readonly end: LogEnd;
  readonly log: Log;
  readonly isClosed: () => boolean;
}

/**
 * The events after a position, as they come, until the signal aborts or the log is closed. At the log's end they come from memory;
 * from the file at the start, and where what is in memory does not follow on what was given last.
 */
export async function* subscription(
  { after, types, signal }: Omit<SubscribeOptions, 'after'> & { readonly after: number },
  { reader, end, log, isClosed }: SubscriptionDependencies,
): AsyncIterable<EventBatch> {
  const reading = outage(log, {
    begins: 'a subscription cannot read the log, it goes on trying',
    ends: 'the subscription reads the log again',
  });
  const read = async (at: number): Promise<LogSlice | null> => {
    try {
      const slice = await reader.slice(at, BATCH_EVENTS, { types });
      reading.succeeded();
      return slice;
    } catch (error) {
      if (!isClosed()) reading.failed(error as Error);
      return null;
    }
  };
  const newest = end.reader(after);
  const isOver = () => signal.aborted || isClosed();
  let atEnd = false;
  try {
    for (let at = after; !isOver(); ) {
      if (atEnd) await end.grownBeyond(at, signal);
      if (atEnd && newest.next()?.length === 0) await sleep(GAP_MS);
      if (isOver()) return;
      const appends = newest.next() ?? [];
      const slice = appends.length > 0 ? sliceOf(appends, at, types, end.known()) : await read(at);
      if (signal.aborted) return;
      // A log may end before what is known of it, as when an older backup took its place: the wait for growth would not wait.
      const endsEarly = slice?.position === at && end.known() > at;
      if (slice === null || endsEarly) await sleep(FAULT_RETRY_MS);
      atEnd = slice?.atEnd ?? false;
      if (slice === null || slice.position === at) continue;
      at = slice.position;
      newest.passed(at);
      yield { events: slice.events, position: positionAt(at), caughtUp: atEnd };
      if (!atEnd) await nextTurn();
    }
  } finally {
    newest.end();
  }
}

/** As many of these appends as one turn of the event loop reads. */
function sliceOf(
  appends: readonly WrittenAppend[],
  after: number,
  types: readonly string[] | undefined,
  known: number,
): LogSlice {
  const events: LogSlice['events'] = [];
  let position = after;
  let characters = 0;
  for (const append of appends) {
    for (const event of eventsOf(append, after, types)) events.push(event);
    position = lastOf(append);
    characters += append.characters;
    if (events.length >= BATCH_EVENTS || characters > TURN_CHARACTERS) break;
  }
  return { events, position, atEnd: position >= known };
}
