import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import { type AttemptDependencies, type AttemptEnd, attemptDelivery } from './attempt.ts';
import type { EndpointAnswer } from './endpointHealth.ts';
import type { InHand } from './inHand.ts';
import { pausesBy } from './pauses.ts';
import type { ReadyDelivery, ReadyQueue, Served } from './readyQueue.ts';

/** What the flights notify the dispatch of. */
export interface FlightEvents {
  /** A slot is free. */
  onFree(): void;
  /** A delivery in memory was started or given back: its lane may need a look. */
  onStarted(delivery: ReadyDelivery): void;
  /** The index shows it as due at the date, once it has passed the position. */
  onFailed(delivery: ReadyDelivery, dueAtMs: number): void;
  /** The index says what comes next, once it has passed the position. */
  onUnclear(delivery: ReadyDelivery, position: Position): void;
  /** Nothing is to be done for the endpoint before the date. */
  onOff(delivery: ReadyDelivery, untilMs: number): void;
  /** It was not begun: its lane must be looked at again. */
  onGivenBack(delivery: ReadyDelivery): void;
}

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
  readonly hand: InHand;
  readonly clock: Clock;
  /** Whether this process holds the partition of the endpoint. */
  readonly isOurs: (endpointId: string) => boolean;
  readonly signal: AbortSignal;
  readonly events: FlightEvents;
  /** Pauses in memory at most; absent: the usual bound. */
  readonly bounds?: { readonly maxPauses?: number };
}

/** A delivery that could not be begun, or failed for a fault of ours, is looked at again after this. */
const LATER_MS = 1_000;
/** While the index lags so much that this many outcomes are held, nothing is begun. */
const MAX_HELD = 131_072;

export function deliveryFlights(context: DeliveryFlightsDependencies): DeliveryFlights {
  const { ready, hand, clock, isOurs, signal, events } = context;
  const underWay = flightsUnderWay();
  const pauses = pausesBy(clock, context.bounds?.maxPauses);

  const { giveBackLater, settle } = settling(context, pauses);

  const fly = async ({ delivery, slot }: Served): Promise<void> => {
    const { endpointId, deliveryId } = delivery;
    let isPosted = false;
    const onPosted = (answer: EndpointAnswer) => {
      if (isPosted) return;
      isPosted = true;
      slot.posted(answer);
      ready.reconsider(endpointId);
      events.onFree();
    };
    try {
      settle(delivery, await attemptDelivery(context.attempt, delivery, signal, onPosted));
    } catch (error) {
      tellFault(context.attempt, deliveryId, error);
      giveBackLater(delivery);
    }
    onPosted('nothing');
    slot.ended();
    events.onFree();
  };

  return {
    pump() {
      while (!signal.aborted && hand.held < MAX_HELD) {
        const served = ready.next();
        if (served === null) return;
        const { delivery } = served;
        if (!isOurs(delivery.endpointId)) {
          leave(served, hand);
          continue;
        }
        hand.underWay(delivery.deliveryId);
        underWay.add(fly(served), delivery.endpointId);
        events.onStarted(delivery);
      }
    },
    resume: pauses.resume,
    resumesInMs: pauses.nextInMs,
    drained: underWay.drained,
    ended: () => underWay.drained(() => true),
  };
}

/** What comes next for a delivery whose attempt has ended. */
function settling(context: DeliveryFlightsDependencies, pauses: ReturnType<typeof pausesBy>) {
  const { hand, clock, events, isOurs } = context;
  /** Revision of the failure after which a delivery's pause counts: an outcome since then makes it void. */
  const pausedSince = new Map<string, number>();
  const giveBackLater = (delivery: ReadyDelivery) => {
    const giveBack = () => {
      hand.giveUp(delivery.deliveryId);
      if (isOurs(delivery.endpointId)) events.onGivenBack(delivery);
    };
    if (!pauses.add(LATER_MS, giveBack)) giveBack();
  };
  /** The end of an attempt that was begun. */
  const settle = (delivery: ReadyDelivery, end: AttemptEnd) => {
    const { deliveryId, endpointId } = delivery;
    if (end.is === 'not begun') return giveBackLater(delivery);
    if (end.is === 'off') hand.giveUp(deliveryId);
    else {
      hand.hold(deliveryId, end.position);
      pausedSince.delete(deliveryId);
    }
    // Of a partition that was lost meanwhile no lane may be known here: its next holder goes on.
    if (!isOurs(endpointId)) return;
    if (end.is === 'off') return events.onOff(delivery, end.untilMs);
    if (end.is === 'done') {
      if (!end.isOver) events.onUnclear(delivery, end.position);
      return;
    }
    const again = { ...delivery, kind: 'retry', scheduled: null, pausedSince: end.revision } as const;
    const isPaused = pauses.add(end.pauseMs, () => {
      if (pausedSince.get(deliveryId) !== end.revision) return;
      pausedSince.delete(deliveryId);
      goOn(again, context);
    });
    if (isPaused) pausedSince.set(deliveryId, end.revision);
    events.onFailed(again, clock.nowMs() + end.pauseMs);
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

/** It is of a partition that was given up: its next holder has it from the index. */
function leave({ delivery, slot }: Served, hand: InHand): void {
  slot.posted('nothing');
  slot.ended();
  hand.drop(delivery.deliveryId);
}

/** The index may have been quicker: then it is in hand already. With a lost partition it is another process's. */
function goOn(delivery: ReadyDelivery, { ready, hand, isOurs }: DeliveryFlightsDependencies): void {
  if (!isOurs(delivery.endpointId)) return;
  if (hand.take(delivery.deliveryId) && !ready.add(delivery)) hand.drop(delivery.deliveryId);
}

function tellFault({ metrics, log }: AttemptDependencies, item: string, err: unknown): void {
  const worker = 'webhook_deliveries';
  metrics.count('postledger_worker_faults_total', { worker });
  log.error({ worker, item, err }, 'work item failed');
}
