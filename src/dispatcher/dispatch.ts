import { streamId } from '../events/category.ts';
import type { Position, RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import type { Collection } from '../ports/documents.ts';
import type { AttemptKind, WebhookWorkDocument } from '../projections/webhookWork.ts';
import type { BackgroundThrottle } from '../runtime/follow/backgroundThrottle.ts';
import { type Notify, notify } from '../runtime/follow/notify.ts';
import type { Policy } from '../runtime/follow/policyConsumer.ts';
import { laneTimes } from '../runtime/laneTimes.ts';
import type { AttemptDependencies } from './attempt.ts';
import { fanOutBackpressure } from './backpressure.ts';
import { deliveryFlights } from './deliveryFlights.ts';
import { flightEvents } from './flightEvents.ts';
import { type HandedOver, handedOver } from './handOver.ts';
import { type IndexReaderDependencies, indexReader } from './indexReader.ts';
import { inHand } from './inHand.ts';
import { type DeliveryLane, deliveryLane } from './laneTimes.ts';
import { onLogEvent } from './onLogEvent.ts';
import { type ReadyOptions, type ReadyQueue, readyQueue } from './readyQueue.ts';
import { openSlots, type Slots } from './slots.ts';
import { slotUsage } from './slotUsage.ts';

export interface DispatchDependencies extends Omit<AttemptDependencies, 'signal'> {
  readonly collection: Collection<WebhookWorkDocument>;
  readonly health: IndexReaderDependencies['health'];
  readonly partitions: number;
}

export interface RunningDispatch {
  /** The partitions that this process holds. */
  readonly held: () => ReadonlySet<number>;
  /** The position up to which the index has folded the log, or one before it. */
  readonly indexPosition: () => Promise<Position>;
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
  handOver(delivery: HandedOver): Promise<void> | null;
  /** Reacts to what others do: requeue a delivery, schedule one, change an endpoint. */
  readonly onEvents: Policy;
  /** Takes due deliveries until the signal aborts; then resolves once everything in flight has ended. */
  run(running: RunningDispatch): Promise<void>;
  /** Resolves once nothing is under way of a partition that is not held any more. */
  drained(partition: number): Promise<void>;
  readonly inFlight: Slots['inFlight'];
}

const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;

interface Running {
  offer(delivery: HandedOver): Promise<void> | null;
  onEvent(event: RecordedEvent): void;
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
      types: ['WebhookDeliveryScheduled', 'WebhookDeliveryRequeued', 'WebhookEndpointChanged'],
      partitionKey: (event) =>
        event.type === 'WebhookEndpointChanged' ? null : (event.data as { endpointId: string }).endpointId,
      react: async (event) => running?.onEvent(event),
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
  const { ledger, endpoints, partitions } = context;
  const { clock } = ledger;
  const { signal, held } = own;
  const hand = inHand();
  const lanes = laneTimes<DeliveryLane>();
  const more: Notify = notify(clock.sleep);
  const backpressure = fanOutBackpressure(clock, signal);
  const partition = (endpointId: string) => partitionOf(endpointId, partitions);
  const isOurs = (endpointId: string): boolean => {
    const own = partition(endpointId);
    if (!held().has(own)) reader.lose(own);
    return held().has(own);
  };
  const laneOf = (of: { workspace: string; endpointId: string }, kind: AttemptKind): DeliveryLane =>
    deliveryLane(partition(of.endpointId), of.workspace, of.endpointId, kind);
  const onFound = () => more.notify();
  const head = () => ledger.store.head();
  const reader = indexReader({ ...context, ...own, head, clock, slots, ready, hand, lanes, onFound });
  const parts = { ready, hand, lanes, reader, more, backpressure, laneOf };
  const events = flightEvents({ ...parts, nowMs: clock.nowMs, pump: () => flights.pump() });
  const flights = deliveryFlights({ attempt: context, ready, hand, clock, isOurs, signal, events, bounds });

  const look = async (): Promise<number> => {
    reader.adopt();
    await reader.askIndex();
    flights.resume();
    lanes.wake(clock.nowMs(), clock.monotonicMs());
    await reader.refill();
    flights.pump();
    const dueInMs = lanes.nextInMs(clock.nowMs(), clock.monotonicMs());
    const waits = [LOOK_EVERY_MS, dueInMs, flights.resumesInMs() ?? LOOK_EVERY_MS, reader.wantsInMs()];
    return Math.max(SOONEST_LOOK_MS, Math.min(...waits));
  };

  return {
    onEvent(recorded: RecordedEvent) {
      const event = recorded as RecordedWebhookDeliveryEvent | RecordedWebhooksEvent;
      const { workspace } = event.metadata;
      if (event.type === 'WebhookEndpointChanged') endpoints.changed(workspace);
      const { endpointId } = event.data as { endpointId: string };
      if (!isOurs(endpointId)) return;
      // What was handed over is known, and that is nearly all.
      if (event.type === 'WebhookDeliveryScheduled' && hand.has(streamId(event.stream))) return;
      onLogEvent(event, {
        ...parts,
        nowMs: clock.nowMs(),
        laneOf: (kind) => laneOf({ workspace, endpointId }, kind),
      });
      more.notify();
    },
    offer(delivery: HandedOver) {
      const { endpointId } = delivery.scheduled.state;
      if (signal.aborted || !isOurs(endpointId)) return null;
      const given = handedOver(delivery);
      // After what waits in the index already, or an old delivery would wait as long as new ones come.
      if (reader.hasBacklog(laneOf(given, 'first').name) || !hand.take(given.deliveryId)) return null;
      if (!ready.add(given)) {
        hand.drop(given.deliveryId);
        return null;
      }
      flights.pump();
      if (slots.standing(endpointId) !== 'fast') return null;
      return backpressure.wait(endpointId, ready.waitingFor(endpointId, 'first'));
    },
    drained: (left: number) => flights.drained((endpointId) => partition(endpointId) === left),
    async loop() {
      await looking(look, more, own, context, slots);
      await Promise.all([flights.ended(), reader.ended()]);
    },
  };
}

/** Looks again at the time that a look gives, or at a notification, until the signal aborts. */
async function looking(
  look: () => Promise<number>,
  more: Notify,
  { throttle, signal }: RunningDispatch,
  { ledger: { clock }, log, metrics }: DispatchDependencies,
  slots: Slots,
): Promise<void> {
  while (!signal.aborted) {
    let waitMs: number;
    const startedAtMs = clock.monotonicMs();
    try {
      waitMs = await look();
    } catch (error) {
      log.error({ worker: 'webhook_deliveries', err: error }, 'work index could not be read');
      waitMs = FAULT_RETRY_MS;
    }
    for (const [of, count] of Object.entries(slots.inFlight))
      metrics.gauge('postledger_webhook_in_flight', count, { class: of });
    await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
    await more.wait(waitMs, signal);
  }
}
