import type { WebhookWorkDocument } from '../projections/webhookWork.ts';
import type { WorkResult } from '../work/worker.ts';
import type { WorkHints } from '../work/workHints.ts';
import type { WorkLoop } from '../work/workLoop.ts';
import { type AttemptDependencies, attemptDelivery } from './attempt.ts';
import type { DeliveryLanes } from './deliveryLanes.ts';
import type { EndpointAnswer } from './endpointHealth.ts';
import type { ReadyDelivery, ReadyQueue, Served } from './readyQueue.ts';

interface PumpDependencies extends Pick<WorkLoop<WebhookWorkDocument>, 'flights' | 'inFlight' | 'isHeld'> {
  readonly attempt: AttemptDependencies;
  readonly ready: ReadyQueue;
  readonly signal: AbortSignal;
  readonly hints: Pick<WorkHints, 'openings'>;
  readonly lanes: Pick<DeliveryLanes, 'laneOf' | 'off'>;
  readonly onStarted: (delivery: ReadyDelivery) => void;
}

/** A delivery that could not be begun is looked at again after this. */
const LATER_MS = 1_000;
const NOT_BEGUN = 'it, or its endpoint, could not be read as it is now';
const FAILED = 'its last attempt failed, and the time of the next has not come';
/** While the index lags so much that this many outcomes are held, nothing is begun. */
const MAX_HELD = 131_072;

/** Starts all that may start, in turns: to be called when something is ready, or a slot is free. */
export function deliveryPump(context: PumpDependencies): () => void {
  const { flights, inFlight, isHeld, ready, signal, hints, lanes, onStarted } = context;

  /** The index may have been quicker: then it is in flight already. With a lost partition it is another process's. */
  const goOn = (delivery: ReadyDelivery) => {
    if (!isHeld(lanes.laneOf(delivery).partition)) return;
    if (inFlight.begin(delivery.deliveryId) && !ready.add(delivery)) inFlight.end(delivery.deliveryId);
  };
  const attempt = async (
    delivery: ReadyDelivery,
    onPosted: (answer: EndpointAnswer) => void,
  ): Promise<WorkResult | 'left'> => {
    const { openings } = hints;
    const end = await attemptDelivery(context.attempt, delivery, signal, onPosted);
    if (end.is === 'done') return end;
    if (end.is === 'failed') {
      const again = { ...delivery, kind: 'retry', scheduled: null, pausedSince: end.revision } as const;
      return {
        position: end.position,
        again: { afterMs: end.pauseMs, why: FAILED, goOn: () => goOn(again) },
      };
    }
    // It may have read its endpoint just before that was switched on, and would close the lanes that were opened.
    if (end.is === 'not begun' || hints.openings !== openings)
      return { retryAfterMs: LATER_MS, why: NOT_BEGUN };
    // Of a partition that was lost meanwhile no lane may be known here: its next holder goes on.
    if (isHeld(lanes.laneOf(delivery).partition)) lanes.off(delivery, end.untilMs);
    return 'left';
  };
  const run = async ({ delivery, slot }: Served): Promise<WorkResult | 'left'> => {
    let isPosted = false;
    const onPosted = (answer: EndpointAnswer) => {
      if (isPosted) return;
      isPosted = true;
      slot.posted(answer);
      ready.reconsider(delivery.endpointId);
      pump();
    };
    try {
      return await attempt(delivery, onPosted);
    } finally {
      onPosted('nothing');
      slot.ended();
    }
  };
  const pump = () => {
    while (!signal.aborted && inFlight.held < MAX_HELD) {
      const served = ready.next();
      if (served === null) return;
      const { delivery, slot } = served;
      const of = lanes.laneOf(delivery);
      if (isHeld(of.partition)) {
        flights.start({ key: delivery.deliveryId, of, run: () => run(served) });
        onStarted(delivery);
        continue;
      }
      // It is of a partition that was given up: its next holder has it from the index.
      slot.posted('nothing');
      slot.ended();
      inFlight.end(delivery.deliveryId);
    }
  };
  return pump;
}
