import type { Position, RecordedEvent } from '../../events/event.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import type { CallDependencies } from './attempts.ts';
import { recordFrom } from './readCall.ts';
import { allRequest, subscriptionRequest } from './readRequest.ts';
import { openSource, type Source } from './source.ts';

/** After this long a page ends with what it has found: its reader shall move on, and store how far it has come. */
const PAGE_MS = 1_000;

/**
 * A page of events that are rare, found by the server: what is of other types is not sent. By a subscription, since only its
 * checkpoints say how far the server has looked. It never tells the end, which a node that lags may take to be earlier. Null where
 * nothing new was found before the end or a fault: an ordinary page says which it was, and repeats what failed.
 */
export async function filteredPage(
  { connection, clock, deadlines }: Pick<CallDependencies, 'connection' | 'clock' | 'deadlines'>,
  { after, limit, types = [] }: ReadAllOptions,
): Promise<EventBatch | null> {
  const stop = new AbortController();
  const session = connection.current();
  const endMs = clock.monotonicMs() + PAGE_MS;
  const events: RecordedEvent[] = [];
  let position: Position = after;
  let source: Source | null = null;
  const take = (at: Position, event: RecordedEvent | null) => {
    if (events.length === limit) return;
    position = at;
    if (event !== null && types.includes(event.type)) events.push(event);
  };
  try {
    const first = await recordFrom(session, allRequest(after, 1), deadlines.attemptMs, true);
    if (first === null) return null;
    if (first.position > after) take(first.position, first.event());
    source = openSource(session, subscriptionRequest(position, types), true, limit, stop.signal);
    for (let caughtUp = false; !caughtUp && events.length < limit && clock.monotonicMs() < endMs; ) {
      if (!(await source.changed(deadlines.attemptMs))) break;
      const taken = source.take();
      for (const record of taken.records) take(record.position, record.event());
      if (taken.skippedTo !== null && taken.skippedTo > position) position = taken.skippedTo;
      caughtUp = taken.caughtUp;
    }
  } catch {
    // What was found before the fault is whole.
  } finally {
    source?.close();
  }
  return position > after ? { events, position, caughtUp: false } : null;
}
