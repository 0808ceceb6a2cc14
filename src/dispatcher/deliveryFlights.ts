import type { Clock } from '../ports/clock.ts';
import { type Backoff, backoff } from '../queues/backoff.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import type { WorkHints } from '../runtime/workHints.ts';
import { type AttemptDependencies, type AttemptEnd, attemptDelivery } from './attempt.ts';
import type { DeliveryLanes } from './deliveryLanes.ts';
import type { EndpointAnswer } from './endpointHealth.ts';
import type { ReadyDelivery, ReadyQueue, Served } from './readyQueue.ts';

export interface DeliveryFlights {
  /** Starts all that may start, in turns. */
  pump(): void;
  /** Goes on with those whose pause is over, by the monotonic clock. */
  resume(): void;
  /** Milliseconds until the next pause is over; infinite when none is known. */
  resumesInMs(): number;
  /** Resolves once nothing is under way to these endpoints, of what is under way now. */
  drained(isLeft: (endpointId: string) => boolean): Promise<void>;
  ended(): Promise<void>;
}

export interface DeliveryFlightsDependencies {
  readonly attempt: AttemptDependencies;
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly clock: Clock;
  /** Whether this process holds the partition of the endpoint. */
  readonly isOurs: (endpointId: string) => boolean;
  readonly signal: AbortSignal;
  readonly hints: Pick<WorkHints, 'openings'>;
  readonly lanes: Pick<DeliveryLanes, 'givenBack' | 'off'>;
  readonly onStarted: (delivery: ReadyDelivery) => void;
  /** Pauses in memory at most; absent: the usual bound. */
  readonly bounds?: { readonly maxPauses?: number };
}

/** Deliveries whose next attempt is timed in memory, at most. */
const MAX_PAUSES = 16_384;
/** A delivery that could not be begun, or failed for a fault of ours, is looked at again after this. */
const LATER_MS = 1_000;
/** While the index lags so much that this many outcomes are held, nothing is begun. */
const MAX_HELD = 131_072;

export function deliveryFlights(context: DeliveryFlightsDependencies): DeliveryFlights {
  const { ready, inFlight, clock, isOurs, signal, hints, onStarted } = context;
  const underWay = flightsUnderWay();
  const waiting = backoff<() => void>(clock, context.bounds?.maxPauses ?? MAX_PAUSES);
  const { giveBackLater, settle } = settling(context, waiting);

  const fly = async ({ delivery, slot }: Served): Promise<void> => {
    const { endpointId, deliveryId } = delivery;
    const { openings } = hints;
    let isPosted = false;
    const onPosted = (answer: EndpointAnswer) => {
      if (isPosted) return;
      isPosted = true;
      slot.posted(answer);
      ready.reconsider(endpointId);
      pump();
    };
    try {
      const end = await attemptDelivery(context.attempt, delivery, signal, onPosted);
      // It may have read its endpoint just before that was switched on, and would close the lanes that were opened.
      if (end.is === 'off' && hints.openings !== openings) giveBackLater(delivery);
      else settle(delivery, end);
    } catch (error) {
      reportFault(context.attempt, deliveryId, error);
      giveBackLater(delivery);
    }
    onPosted('nothing');
    slot.ended();
    pump();
  };
  const pump = () => {
    while (!signal.aborted && inFlight.held < MAX_HELD) {
      const served = ready.next();
      if (served === null) return;
      const { delivery, slot } = served;
      if (isOurs(delivery.endpointId)) {
        underWay.add(fly(served), delivery.endpointId);
        onStarted(delivery);
        continue;
      }
      // It is of a partition that was given up: its next holder has it from the index.
      slot.posted('nothing');
      slot.ended();
      inFlight.end(delivery.deliveryId);
    }
  };

  return {
    pump,
    resume() {
      for (const goOn of waiting.takeDue()) goOn();
    },
    resumesInMs: waiting.nextInMs,
    drained: underWay.drained,
    ended: () => underWay.drained(() => true),
  };
}

/** What comes next for a delivery whose attempt has ended. */
function settling(context: DeliveryFlightsDependencies, waiting: Backoff<() => void>) {
  const { ready, inFlight, lanes, isOurs } = context;
  const giveBackLater = (delivery: ReadyDelivery) => {
    const { deliveryId, endpointId } = delivery;
    const giveBack = () => {
      inFlight.end(deliveryId);
      if (isOurs(endpointId)) lanes.givenBack(delivery);
    };
    if (!waiting.add(deliveryId, endpointId, LATER_MS, giveBack)) giveBack();
  };
  /** The index may have been quicker: then it is in flight already. With a lost partition it is another process's. */
  const goOn = (delivery: ReadyDelivery) => {
    if (!isOurs(delivery.endpointId)) return;
    if (inFlight.begin(delivery.deliveryId) && !ready.add(delivery)) inFlight.end(delivery.deliveryId);
  };
  /** The end of an attempt that was begun. */
  const settle = (delivery: ReadyDelivery, end: AttemptEnd) => {
    const { deliveryId, endpointId } = delivery;
    if (end.is === 'not begun') return giveBackLater(delivery);
    if (end.is === 'off') inFlight.end(deliveryId);
    else {
      inFlight.hold(deliveryId, end.position);
      // An outcome makes the pause after an earlier one void.
      waiting.delete(deliveryId);
    }
    // Of a partition that was lost meanwhile no lane may be known here: its next holder goes on.
    if (!isOurs(endpointId)) return;
    if (end.is === 'off') return lanes.off(delivery, end.untilMs);
    if (end.is === 'done') return;
    const again = { ...delivery, kind: 'retry', scheduled: null, pausedSince: end.revision } as const;
    // Without room the date in the index decides.
    waiting.add(deliveryId, endpointId, end.pauseMs, () => goOn(again));
  };
  return { giveBackLater, settle };
}

/** What is under way, by endpoint. */
function flightsUnderWay() {
  const flights = new Map<Promise<void>, string>();
  return {
    add(flight: Promise<void>, endpointId: string) {
      const own = flight.finally(() => flights.delete(own));
      flights.set(own, endpointId);
    },
    async drained(isLeft: (endpointId: string) => boolean) {
      await Promise.allSettled([...flights].map(([flight, endpointId]) => isLeft(endpointId) && flight));
    },
  };
}

function reportFault({ metrics, log }: AttemptDependencies, item: string, err: unknown): void {
  const worker = 'webhook_deliveries';
  metrics.count('postledger_worker_faults_total', { worker });
  log.error({ worker, item, err }, 'work item failed');
}
