import type { Position, RecordedEvent } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Consumer } from '../consumer.ts';
import type { EventsAhead, Placed } from './eventsAhead.ts';
import type { ReadAhead } from './memoryShares.ts';

export interface ReadAgainDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly consumer: Pick<Consumer, 'name' | 'types'>;
  readonly store: Pick<EventStore, 'readAll'>;
  readonly ahead: EventsAhead;
  readonly place: (event: RecordedEvent) => Placed;
  readonly onTaken: (entries: readonly ReadAhead[]) => void;
  readonly signal: AbortSignal;
}

/** Reads events that were left in the log into memory. */
export interface ReadAgain {
  /** Reads while the share of an owner is half empty. Does nothing while a reading is under way, which will see it. */
  start(): void;
  /** Resolves once no reading is under way. */
  ended(): Promise<void>;
}

const PAGE_EVENTS = 1_000;
/** A follower of the log's leader may not have an event yet that was seen before: then it waits so long. */
const NOT_YET_MS = 100;
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

export function readAgain(dependencies: ReadAgainDependencies): ReadAgain {
  const { consumer, store, ahead, place, onTaken, clock, log, metrics, signal } = dependencies;
  let reading: Promise<void> | null = null;
  let faultMs = FIRST_FAULT_MS;

  const readOne = async (after: Position) => {
    try {
      const batch = await store.readAll({ after, limit: PAGE_EVENTS, types: consumer.types });
      onTaken(ahead.takeAgain(after, batch, place));
      faultMs = FIRST_FAULT_MS;
      if (batch.position <= after) await clock.sleep(NOT_YET_MS, signal);
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer: consumer.name });
      log.error({ consumer: consumer.name, err: error }, 'events could not be read again, trying again');
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(2 * faultMs, LONGEST_FAULT_MS);
    }
  };
  const readFrom = async (first: Position) => {
    for (
      let after: Position | null = first;
      after !== null && !signal.aborted;
      after = ahead.readAgainAfter()
    )
      await readOne(after);
    // In the same step as the last check, or a start in between would be lost.
    reading = null;
  };
  return {
    start() {
      if (reading !== null || ahead.ownersToRead === 0 || signal.aborted) return;
      const after = ahead.readAgainAfter();
      if (after !== null) reading = readFrom(after);
    },
    async ended() {
      await reading;
    },
  };
}
