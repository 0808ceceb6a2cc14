import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch, EventStore, SubscribeOptions } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import { outage } from '../node/outage.ts';
import { type CallDependencies, jittered, untilAnswered } from './attempts.ts';
import { faultKind, reasonOf, TryLater, wasTooSlow } from './fault.ts';
import { recordFrom } from './readCall.ts';
import { allRequest, subscriptionRequest } from './readRequest.ts';
import { openSource, type Source } from './source.ts';

const BATCH_EVENTS = 500;
/** A subscription that was silent for this long is checked. */
const IDLE_MS = 1_000;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 2_000;

interface SubscriptionDependencies extends CallDependencies {
  readonly log: Log;
  readonly readAll: EventStore['readAll'];
  /** Gives events their parts. What it rejects with is a fault of the subscription: the events are read again. */
  readonly attach: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
}

interface Place {
  position: Position;
  /** Failed attempts since anything last came. */
  faults: number;
  /** Whether the leader is asked, since another node did not deliver events that the leader has. */
  requiresLeader: boolean;
}

/**
 * Every event after `after`, in order, once. After a drop it subscribes again from the last event that was handed out,
 * so that no event is lost or repeated when the connection breaks.
 */
export async function* subscribe(
  dependencies: SubscriptionDependencies,
  options: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const { connection, clock, log, metrics } = dependencies;
  const { signal, types } = options;
  const place: Place = { position: options.after, faults: 0, requiresLeader: false };
  const dropped = outage(log, {
    begins: 'a subscription is dropped again and again; it goes on trying',
    ends: 'the subscription goes on',
  });
  while (!signal.aborted && !connection.closed) {
    let session = connection.current();
    let source: Source | null = null;
    try {
      yield* firstRecord(dependencies, place, options);
      session = connection.current();
      const request = subscriptionRequest(place.position, types);
      source = openSource(session, request, place.requiresLeader, BATCH_EVENTS, signal);
      for await (const batch of batches(dependencies, source, place, options)) {
        dropped.succeeded();
        yield batch;
      }
    } catch (error) {
      if (signal.aborted) return;
      // Normal after a delivery: the missing events are read from the log, at once.
      if (wasTooSlow(error) && place.faults === 0) {
        metrics?.count('postledger_eventstore_fallen_behind_total');
        place.faults = 1;
        continue;
      }
      const kind = faultKind(error);
      if (kind === 'fresh-connection') connection.renew(session.generation, String(error));
      // A follower that lags does not have the position yet.
      if (kind === 'final') place.requiresLeader = true;
      metrics?.count('postledger_eventstore_resubscriptions_total');
      place.faults += 1;
      const reason = reasonOf(error);
      if (place.faults > 5 || kind === 'denied') dropped.failed({ message: reason });
      else log.warn({ reason, position: place.position }, 'subscription was dropped, subscribing again');
      await clock.sleep(jittered(Math.min(FIRST_WAIT_MS * 2 ** place.faults, LONGEST_WAIT_MS)), signal);
    } finally {
      source?.close();
    }
  }
}

/**
 * Moves over the first record after a position whose own record was scavenged. Asked of the node that the subscription will be on,
 * since each node scavenges by itself. There is always such a record, as the end of the log is never scavenged.
 */
async function* firstRecord(
  dependencies: SubscriptionDependencies,
  place: Place,
  { types }: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const { position, requiresLeader } = place;
  if (position === BEGINNING) return;
  const found = await untilAnswered(dependencies, 'subscribe', (session, timeoutMs) =>
    recordFrom(session, allRequest(position, 1), timeoutMs, requiresLeader),
  );
  if (found === null || found.position <= position) return;
  const event = found.event();
  const isWanted = event !== null && (types === undefined || types.includes(event.type));
  const events = isWanted ? await dependencies.attach([event]) : [];
  place.position = found.position;
  yield { events, position: place.position, caughtUp: false };
}

async function* batches(
  { readAll, attach }: SubscriptionDependencies,
  source: Source,
  place: Place,
  { signal, types }: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  let reportedCaughtUp = false;
  while (!signal.aborted) {
    const { records, drained, caughtUp, skippedTo } = source.take();
    const recorded = records
      .map((record) => record.event())
      .filter((event): event is RecordedEvent => event !== null);
    const events = await attach(recorded);
    const before = place.position;
    const last = events.at(-1);
    if (last !== undefined) place.position = last.position;
    else if (skippedTo !== null && skippedTo > place.position) place.position = skippedTo;
    const isNewlyCaughtUp = caughtUp && !reportedCaughtUp;
    if (events.length > 0 || place.position > before || isNewlyCaughtUp) {
      place.faults = 0;
      reportedCaughtUp = caughtUp;
      yield { events, position: place.position, caughtUp };
      continue;
    }
    if (!drained) continue;
    if (await source.changed(IDLE_MS)) continue;
    // Silence is either the end of the log or a dead connection. A page that is read next to the subscription shows
    // which, and moves the position over the last events of other types, for which the server sends no checkpoint.
    const page = await readAll({ after: place.position, limit: 1, ...(types && { types }) });
    if (page.events.length > 0) {
      if (await source.changed(IDLE_MS)) continue;
      // The connection answers, but its node may be a follower that lags.
      place.requiresLeader = true;
      throw new TryLater('the subscription does not deliver');
    }
    if (signal.aborted) return;
    if (page.position > place.position || (page.caughtUp && !reportedCaughtUp)) {
      place.position = page.position;
      reportedCaughtUp = page.caughtUp;
      yield { events: [], position: page.position, caughtUp: page.caughtUp };
    }
  }
}
