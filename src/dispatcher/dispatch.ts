import type { Position, RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import type { Collection } from '../ports/documents.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { WebhookWorkDocument } from '../projections/webhookWork.ts';
import type { BackgroundThrottle } from '../runtime/follow/backgroundThrottle.ts';
import type { Policy } from '../runtime/follow/policyConsumer.ts';
import { inFlight as inFlightOf } from '../runtime/inFlight.ts';
import { laneSweeps } from '../runtime/laneSweeps.ts';
import { runLooks } from '../runtime/runLooks.ts';
import type { WorkHints } from '../runtime/workHints.ts';
import type { AttemptDependencies } from './attempt.ts';
import { fanOutBackpressure } from './backpressure.ts';
import { deliveryFlights } from './deliveryFlights.ts';
import { deliveryLanes } from './deliveryLanes.ts';
import {
  type FirstDelivery,
  type ReadyDelivery,
  type ReadyOptions,
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

export interface RunningDispatch {
  /** The partitions that this process holds. */
  readonly held: () => ReadonlySet<number>;
  /** The position up to which the index has folded the log, or one before it. */
  readonly indexPosition: () => Promise<Position>;
  /** Notifies of lanes in which deliveries were written. */
  readonly hints: WorkHints;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** What waits in memory at most; absent: the usual bounds. */
export interface DispatchBounds extends ReadyOptions {
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
  /** Reacts to the changes of endpoints. */
  readonly onEvents: Policy;
  /** Takes due deliveries until the signal aborts; then resolves once everything in flight has ended. */
  run(running: RunningDispatch): Promise<void>;
  /** Resolves once nothing is under way of a partition that is not held any more. */
  drained(partition: number): Promise<void>;
  readonly inFlight: Slots['inFlight'];
}

interface Running {
  offer(delivery: FirstDelivery): Promise<void> | null;
  onChanged(event: RecordedEvent): void;
  drained(partition: number): Promise<void>;
}

export function webhookDispatch(context: DispatchDependencies, bounds: DispatchBounds = {}): Dispatch {
  const usage = slotUsage(context.ledger.clock);
  const slots = openSlots(usage.endpoints);
  let running: Running | null = null;
  return {
    handOver: (delivery) => running?.offer(delivery) ?? null,
    onEvents: {
      name: 'webhook_news',
      types: ['WebhookEndpointChanged'],
      partitionKey: () => null,
      react: async (event) => running?.onChanged(event),
    },
    async run(own) {
      const begun = begin(context, own, { slots, bounds, ready: readyQueue(slots, usage, bounds) });
      running = begun;
      await begun.loop();
      running = null;
    },
    drained: async (partition) => running?.drained(partition),
    get inFlight() {
      return slots.inFlight;
    },
  };
}

interface Queues {
  readonly slots: Slots;
  readonly ready: ReadyQueue;
  readonly bounds: DispatchBounds;
}

function begin(context: DispatchDependencies, own: RunningDispatch, { slots, ready, bounds }: Queues) {
  const { ledger, endpoints, partitions, log, metrics } = context;
  const { clock } = ledger;
  const { signal, held, hints } = own;
  const inFlight = inFlightOf(own.indexPosition, clock);
  const backpressure = fanOutBackpressure(clock, signal);
  const partition = (endpointId: string) => partitionOf(endpointId, partitions);
  const isOurs = (endpointId: string): boolean => {
    const own = partition(endpointId);
    const is = held().has(own);
    if (!is) sweeps.lose(own);
    return is;
  };
  const memory = { ...context, ...own, clock, slots, ready, inFlight, partition };
  const lanes = deliveryLanes(memory);
  const sweeps = laneSweeps({
    ...{ ...memory, head: ledger.store.head },
    onFound: lanes.found,
    onLost: lanes.lost,
  });
  const onStarted = (delivery: ReadyDelivery) => {
    lanes.started(delivery);
    backpressure.left(delivery.endpointId, ready.waitingFor(delivery.endpointId, 'first'));
  };
  const flights = deliveryFlights({ ...memory, attempt: context, isOurs, lanes, onStarted, bounds });

  const look = async (): Promise<number> => {
    if (sweeps.follow(held())) await restoreHealth(memory);
    const { lanes: written, owners } = hints.take();
    for (const lane of written) if (held().has(lane.partition)) lanes.found(lane);
    lanes.on(owners);
    await sweeps.step();
    flights.resume();
    await lanes.refill();
    flights.pump();
    showInFlight(slots, metrics);
    return Math.min(lanes.nextInMs(), flights.resumesInMs(), inFlight.nextInMs(), sweeps.nextInMs());
  };

  return {
    onChanged(event: RecordedEvent) {
      endpoints.changed(event.metadata.workspace);
      const { endpointId, status } = event.data as Extract<
        RecordedWebhooksEvent,
        { type: 'WebhookEndpointChanged' }
      >['data'];
      // Switched on again it goes on at once.
      if (status === 'ACTIVE') hints.opened(endpointId);
    },
    offer(delivery: FirstDelivery) {
      const { deliveryId, endpointId } = delivery;
      if (signal.aborted || !isOurs(endpointId)) return null;
      if (lanes.brings(delivery) || !inFlight.begin(deliveryId)) return null;
      if (!ready.add(delivery)) {
        inFlight.end(deliveryId);
        return null;
      }
      flights.pump();
      if (slots.standing(endpointId) !== 'fast') return null;
      return backpressure.wait(endpointId, ready.waitingFor(endpointId, 'first'));
    },
    drained: (left: number) => flights.drained((endpointId) => partition(endpointId) === left),
    async loop() {
      await runLooks('webhook_deliveries', look, hints, { ...own, clock, log });
      await flights.ended();
    },
  };
}

function showInFlight({ inFlight }: Slots, metrics: Metrics): void {
  for (const [of, count] of Object.entries(inFlight))
    metrics.gauge('postledger_webhook_in_flight', count, { class: of });
}
