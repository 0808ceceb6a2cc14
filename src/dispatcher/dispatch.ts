import type { RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import type { Collection } from '../ports/documents.ts';
import type { Metrics } from '../ports/metrics.ts';
import { endpointOfLane, type WebhookWorkDocument } from '../projections/webhookWork.ts';
import { openWorkLoop, type RunningWork } from '../work/workLoop.ts';
import type { AttemptDependencies } from './attempt.ts';
import { fanOutBackpressure } from './backpressure.ts';
import { deliveryLanes } from './deliveryLanes.ts';
import { deliveryPump } from './deliveryPump.ts';
import {
  type FirstDelivery,
  type ReadyBounds,
  type ReadyDelivery,
  type ReadyQueue,
  readyQueue,
} from './readyQueue.ts';
import { type RestoreDependencies, restoreHealth } from './restoreHealth.ts';
import { openSlots, type Slots } from './slots.ts';
import { slotUsage } from './slotUsage.ts';

export interface DispatchDependencies extends Omit<AttemptDependencies, 'signal'> {
  readonly collection: Collection<WebhookWorkDocument>;
  readonly health: RestoreDependencies['health'];
  readonly partitions: number;
}

/** What waits in memory at most; absent: the usual bounds. */
export interface DispatchBounds extends ReadyBounds {
  /** Failed deliveries whose next attempt is timed in memory. */
  readonly maxPauses?: number;
}

/** Posts all deliveries: those that were scheduled here go the short way, all others come from the index. */
export interface Dispatch {
  /**
   * The short way: a delivery whose schedule is on disk and that this process is to attempt is begun from memory. What
   * does not fit there, or is not this process's, is left to the index. Resolves when it is time for the endpoint's next one.
   */
  handOver(delivery: FirstDelivery): Promise<void> | null;
  /** Takes the changes of endpoints, events of the type WebhookEndpointChanged, as they are read. */
  endpointsChanged(events: readonly RecordedEvent[]): void;
  /** Takes due deliveries until the signal aborts; then resolves once everything in flight has ended. */
  run(running: RunningWork): Promise<void>;
  /** Resolves once nothing is under way of a partition that is not held any more. */
  drained(partition: number): Promise<void>;
  readonly inFlight: Slots['inFlight'];
}

interface Running {
  tryEnqueue(delivery: FirstDelivery): Promise<void> | null;
  onChanged(event: RecordedEvent): void;
  drained(partition: number): Promise<void>;
  loop(): Promise<void>;
}

/** Deliveries whose next attempt is timed in memory, at most. */
const MAX_PAUSES = 16_384;
/** Attempts come on time as soon as the log is there again, however long it was away. */
const LONGEST_FAULT_RETRY_MS = 1_000;

export function webhookDispatch(context: DispatchDependencies, bounds: DispatchBounds = {}): Dispatch {
  const usage = slotUsage(context.ledger.clock);
  const slots = openSlots(usage.endpoints);
  let running: Running | null = null;
  return {
    handOver: (delivery) => running?.tryEnqueue(delivery) ?? null,
    endpointsChanged(events) {
      for (const event of events) running?.onChanged(event);
    },
    async run(own) {
      running = begin(context, own, slots, readyQueue(slots, usage, bounds), bounds);
      await running.loop();
      running = null;
    },
    drained: async (partition) => running?.drained(partition),
    get inFlight() {
      return slots.inFlight;
    },
  };
}

function begin(
  context: DispatchDependencies,
  own: RunningWork,
  slots: Slots,
  ready: ReadyQueue,
  bounds: DispatchBounds,
): Running {
  const { ledger, endpoints, partitions, metrics } = context;
  const { store, clock } = ledger;
  const { signal, hints } = own;
  const partition = (endpointId: string) => partitionOf(endpointId, partitions);
  const backpressure = fanOutBackpressure(clock, signal);
  const loop = openWorkLoop<WebhookWorkDocument>(
    {
      name: 'webhook_deliveries',
      collection: context.collection,
      ownerOf: (lane) => endpointOfLane(lane).endpointId,
      maxWaiting: bounds.maxPauses ?? MAX_PAUSES,
      longestFaultRetryMs: LONGEST_FAULT_RETRY_MS,
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      dueAtMs: ({ lane, dueAtMs }) =>
        endpointOfLane(lane).kind === 'retry' ? dueAtMs : Math.min(dueAtMs, clock.nowMs()),
      onGained: () => restoreHealth({ ...context, slots, ready }),
      onLost: (left) => lanes.lost(left),
      onEnd: () => pump(),
      heldBack: () => lanes.heldBack(),
      async serve() {
        await lanes.refill();
        pump();
        showInFlight(slots, metrics);
        return false;
      },
    },
    { ...context, ...own, clock, head: store.head },
  );
  const { inFlight, flights, isHeld } = loop;
  const memory = { ...own, ...loop, clock, slots, ready, partition };
  const lanes = deliveryLanes(memory);
  const onStarted = (delivery: ReadyDelivery) => {
    lanes.started(delivery);
    backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
  };
  const pump = deliveryPump({ ...memory, attempt: context, lanes, onStarted });

  return {
    onChanged(event) {
      endpoints.changed(event.metadata.workspace);
      const { endpointId, status } = event.data as Extract<
        RecordedWebhooksEvent,
        { type: 'WebhookEndpointChanged' }
      >['data'];
      // Switched on again it goes on at once.
      if (status === 'ACTIVE') hints.opened(endpointId);
    },
    tryEnqueue(delivery) {
      const { deliveryId, endpointId } = delivery;
      if (signal.aborted || !isHeld(partition(endpointId))) return null;
      if (lanes.isServedByIndex(delivery) || !inFlight.begin(deliveryId)) return null;
      if (!ready.add(delivery)) {
        inFlight.end(deliveryId);
        return null;
      }
      pump();
      if (slots.speedClass(endpointId) !== 'fast') return null;
      return backpressure.wait(endpointId, ready.waitingFor(endpointId, 'first'));
    },
    drained: flights.ended,
    loop: loop.run,
  };
}

function showInFlight({ inFlight }: Slots, metrics: Metrics): void {
  for (const [of, count] of Object.entries(inFlight))
    metrics.gauge('postledger_webhook_in_flight', count, { class: of });
}
