import type { RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import type { Collection } from '../ports/documents.ts';
import {
  ATTEMPT_KINDS,
  type AttemptKind,
  endpointOfLane,
  type WebhookWorkDocument,
  webhookLane,
} from '../projections/webhookWork.ts';
import type { ReadyItem } from '../work/readyItems.ts';
import { openReadyLoop, type ReadyLoop, type ReadyLoopBounds } from '../work/readyLoop.ts';
import type { ReadyResult, ReadyWorker } from '../work/readyWorker.ts';
import type { EndSlot, SpeedClass } from '../work/slots.ts';
import type { RunningWork } from '../work/workLoop.ts';
import { type AttemptDependencies, attemptDelivery } from './attempt.ts';
import {
  type EndpointHealths,
  endpointHealths,
  type RestoreDependencies,
  restoreHealth,
} from './endpointHealth.ts';
import type { DueDelivery, NewDelivery } from './scheduledDelivery.ts';

export interface DispatchDependencies extends AttemptDependencies {
  readonly collection: Collection<WebhookWorkDocument>;
  readonly health: RestoreDependencies['health'];
  readonly partitions: number;
}

/** Posts all deliveries: those that were scheduled here go the short way, all others come from the index. */
export interface Dispatch {
  /**
   * The short way: a delivery whose schedule is on disk and that this process is to attempt is begun from memory. What
   * does not fit there, or is not this process's, is left to the index. Resolves when it is time for the endpoint's next one.
   */
  handOver(delivery: NewDelivery): Promise<void> | null;
  /** Takes the changes of endpoints, events of the type WebhookEndpointChanged, as they are read. */
  endpointsChanged(events: readonly RecordedEvent[]): void;
  /** Takes due deliveries until the signal aborts; then resolves once everything in flight has ended. */
  run(running: RunningWork): Promise<void>;
  /** Resolves once nothing is under way of a partition that is not held any more. */
  drained(partition: number): Promise<void>;
}

/** A delivery that waits for its attempt: its owner is the endpoint. */
type Delivery = ReadyItem & Omit<DueDelivery, 'deliveryId'>;

const NAME = 'webhook_deliveries';
/** Attempts come on time as soon as the log is there again, however long it was away. */
const LONGEST_FAULT_RETRY_MS = 1_000;
/** A delivery that could not be begun is looked at again after this. */
const LATER_MS = 1_000;
const NOT_BEGUN = 'it, or its endpoint, could not be read as it is now';
const FAILED = 'its last attempt failed, and the time of the next has not come';
const OFF = 'the endpoint is switched off';
const WHY_FULL: Readonly<Record<SpeedClass, string>> = {
  fast: 'others before it are being posted to the endpoint, as many as may be at once',
  slow: 'the endpoint answers slowly, and as many are being posted to it as may be at once',
  silent: 'the endpoint does not answer, and is posted to one at a time',
  unknown: 'the endpoint has not answered yet, and is posted to one at a time',
};

export function webhookDispatch(context: DispatchDependencies, bounds: ReadyLoopBounds = {}): Dispatch {
  const healths = endpointHealths();
  const place = placesIn(context.partitions);
  let running: { readonly own: RunningWork; readonly loop: ReadyLoop<Delivery> } | null = null;
  return {
    handOver({ deliveryId, scheduled }) {
      const { state, last } = scheduled;
      const item = { ...place(state.endpointId, 'first'), key: deliveryId, group: last.metadata.workspace };
      const of = { ...item, owner: state.endpointId, bytes: state.body.length };
      return running?.loop.handOver({ ...of, scheduled, pausedSince: null }, last.position) ?? null;
    },
    endpointsChanged(events) {
      if (running !== null) for (const event of events) changed(context, running.own, event);
    },
    async run(own) {
      const { clock, store } = context.ledger;
      const worker = webhookWorker(context, own, healths, place);
      const loop = openReadyLoop(worker, { ...context, ...own, clock, head: store.head }, bounds);
      running = { own, loop };
      await loop.run();
      running = null;
    },
    drained: async (partition) => running?.loop.ended(partition),
  };
}

const isFirst = (lane: string) => endpointOfLane(lane).kind === 'first';

/** The lane of an endpoint and a kind of attempts. */
const placesIn = (partitions: number) => (endpointId: string, kind: AttemptKind) => ({
  partition: partitionOf(endpointId, partitions),
  lane: webhookLane(endpointId, kind),
});

function changed(
  { endpoints }: DispatchDependencies,
  { hints }: RunningWork,
  { metadata, data }: RecordedEvent,
): void {
  endpoints.changed(metadata.workspace);
  type Change = Extract<RecordedWebhooksEvent, { type: 'WebhookEndpointChanged' }>['data'];
  const { endpointId, status } = data as Change;
  // Switched on again it goes on at once.
  if (status === 'ACTIVE') hints.opened(endpointId);
}

function webhookWorker(
  context: DispatchDependencies,
  { hints, signal }: RunningWork,
  healths: EndpointHealths,
  place: ReturnType<typeof placesIn>,
): ReadyWorker<WebhookWorkDocument, Delivery> {
  const { collection, metrics } = context;
  const inFlight = { first: 0, retry: 0 };

  const attempt = async (delivery: Delivery, endSlot: EndSlot): Promise<ReadyResult<Delivery>> => {
    const { openings } = hints;
    const { key: deliveryId, owner } = delivery;
    const end = await attemptDelivery(context, { ...delivery, deliveryId }, signal, (answer) => {
      healths.answered(owner, answer);
      endSlot();
    });
    if (end.is === 'done') return end;
    if (end.is === 'failed') {
      const { position, revision, pauseMs } = end;
      const next = { ...delivery, ...place(owner, 'retry'), bytes: 0, scheduled: null };
      return { position, afterMs: pauseMs, why: FAILED, next: { ...next, pausedSince: revision } };
    }
    // It may have read its endpoint just before that was switched on, and would close the lanes that were opened.
    if (end.is === 'not begun' || hints.openings !== openings)
      return { retryAfterMs: LATER_MS, why: NOT_BEGUN };
    return { closedUntilMs: end.untilMs, why: OFF };
  };
  return {
    ...{ name: NAME, collection, longestFaultRetryMs: LONGEST_FAULT_RETRY_MS, whyFull: WHY_FULL },
    ownerOf: (lane) => endpointOfLane(lane).endpointId,
    lanesOf: (endpointId) => ATTEMPT_KINDS.map((kind) => place(endpointId, kind)),
    isFirst,
    // If the clock was set back the date of another one may be in the future, but only a retry waits for it.
    waitsForDate: (lane) => endpointOfLane(lane).kind === 'retry',
    itemOf: ({ key, document: { partition, lane, workspace } }) => ({
      ...{ key, partition, lane, group: workspace, owner: endpointOfLane(lane).endpointId },
      ...{ bytes: 0, scheduled: null, pausedSince: null },
    }),
    speedOf: healths.of,
    onGained: () => restoreHealth(context, healths),
    onLook(probes) {
      for (const [of, count] of Object.entries({ ...inFlight, probe: probes }))
        metrics.gauge('postledger_webhook_in_flight', count, { class: of });
    },
    async run(delivery, endSlot) {
      const slotClass = isFirst(delivery.lane) ? 'first' : 'retry';
      inFlight[slotClass]++;
      try {
        return await attempt(delivery, endSlot);
      } finally {
        inFlight[slotClass]--;
      }
    },
  };
}
