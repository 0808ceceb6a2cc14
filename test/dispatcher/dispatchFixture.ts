import type { Ledger } from '../../src/commands/kernel/ledger.ts';
import { webhookDispatch } from '../../src/dispatcher/dispatch.ts';
import { endpointDirectory } from '../../src/dispatcher/endpoints.ts';
import { webhookFanOut } from '../../src/dispatcher/fanOut.ts';
import { email } from '../../src/events/email.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../src/follow/fold/projection.ts';
import { type Collection, DocumentsUnavailable, type PageQuery } from '../../src/ports/documents.ts';
import type { PostOutcome, PostRequest } from '../../src/ports/poster.ts';
import type { KnownSpeedClass } from '../../src/projections/webhookHealth.ts';
import { type WebhookWorkDocument, webhookWork } from '../../src/projections/webhookWork.ts';
import type { ReadyBounds } from '../../src/work/readyItems.ts';
import { waits } from '../../src/work/waits.ts';
import { workHints } from '../../src/work/workHints.ts';
import { countingReads } from '../support/countingReads.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const answered = (status: number): PostOutcome => ({ outcome: 'answered', status, body: '' });
export const timedOut: PostOutcome = { outcome: 'failed', reason: 'timeout', detail: 'x' };

export interface SeenPost {
  readonly endpointId: string;
  readonly eventId: string;
  /** By the monotonic clock. */
  readonly atMs: number;
}

/** How an endpoint answers a post. */
export type Answering = (post: SeenPost) => PostOutcome | Promise<PostOutcome>;

/** `maxWaiting`, `maxBytes`: what waits in memory at most. */
interface Options extends ReadyBounds {
  /** Where the index is; absent: documents in memory, which cost more the more there are. */
  readonly index?: Collection<WebhookWorkDocument>;
  readonly partitions?: number;
  /** What is known of endpoints from before. */
  readonly known?: Readonly<Record<string, KnownSpeedClass>>;
  /** What the last answer of each took, in milliseconds. */
  readonly tookMs?: Readonly<Record<string, number>>;
  /** How long it takes to read that. */
  readonly knownAfterMs?: number;
}

const recentOf = (durationMs: number | undefined) =>
  durationMs === undefined ? [] : [{ endedAt: '', durationMs, isAnswered: true }];

/**
 * The dispatch over a log and an index in memory, by a manual clock. Nothing is folded or reacted to unless a test does so:
 * the index lags as much as the test wants. `settle` lets everything go on that can without time passing.
 */
export async function dispatchFixture(
  answering: Answering,
  { index: given, partitions = 1, known = {}, tookMs = {}, knownAfterMs = 0, ...bounds }: Options = {},
) {
  const store = memoryEventStore();
  const { store: counting, during } = countingReads(store);
  const clock = manualClock();
  const ids = seededIds();
  const ledger: Ledger = { store: counting, clock, ids };
  const projection = webhookWork(partitions);
  const index = given ?? (await openProjection(memoryDocuments(), projection));
  const posts: SeenPost[] = [];
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  /** Pages of lanes, and of partitions, that were read. */
  const pages = { ofLanes: 0, ofSweeps: 0 };
  let laneFaults = 0;
  let indexPosition: Position = BEGINNING;
  let told: Position = BEGINNING;
  let held = new Set(Array.from({ length: partitions }, (_, partition) => partition));
  const collection = {
    ...index,
    page: async (query: PageQuery) => {
      const isOfLane = query.equals?.length === 2;
      pages[isOfLane ? 'ofLanes' : 'ofSweeps']++;
      if (isOfLane && laneFaults-- > 0) throw new DocumentsUnavailable('away');
      return index.page(query);
    },
  } as typeof index;
  const post = async ({ url, headers }: PostRequest): Promise<PostOutcome> => {
    const endpointId = new URL(url).pathname.slice(1);
    const seen = { endpointId, eventId: headers['webhook-id'] ?? '', atMs: clock.monotonicMs() };
    posts.push(seen);
    const now = (open.get(endpointId) ?? 0) + 1;
    open.set(endpointId, now);
    most.set(endpointId, Math.max(now, most.get(endpointId) ?? 0));
    try {
      return await answering(seen);
    } finally {
      open.set(endpointId, (open.get(endpointId) ?? 1) - 1);
    }
  };
  const health = {
    async *scan() {
      if (knownAfterMs > 0) await clock.sleep(knownAfterMs);
      for (const [key, speedClass] of Object.entries(known))
        yield {
          key,
          position: BEGINNING,
          document: { workspace: 'w', speedClass, recent: recentOf(tookMs[key]) },
        };
    },
  };
  const begin = () => {
    const stop = new AbortController();
    const hints = workHints(clock.sleep);
    const context = {
      ...{ ledger, collection, health, partitions, metrics: noMetrics, log: quietLog },
      endpoints: endpointDirectory(counting, clock),
      secrets: { seal: (text: string) => text, open: (sealed: string) => sealed },
      poster: { post, close: async () => {} },
    };
    const dispatch = webhookDispatch(context, bounds);
    const fanOut = webhookFanOut({
      ...{ ledger, metrics: noMetrics, log: quietLog },
      handOver: dispatch.handOver,
    });
    const ended = dispatch.run({
      ...{
        held: () => held,
        reached: () => new Map([...held].map((partition) => [partition, indexPosition])),
        hints,
      },
      ...{ waits: waits(), throttle: backgroundThrottle(clock, () => 0), signal: stop.signal },
    });
    return { dispatch, fanOut, hints, stop, ended };
  };
  let running = begin();
  const append = async (workspace: string, stream: string, type: string, data: object) => {
    const last = (await store.readStream(stream, {})).at(-1);
    const at = new Date(clock.nowMs()).toISOString();
    const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at };
    const id = ids.uuid();
    await store.append(stream, last?.revision ?? 'no-stream', [{ id, type, data, metadata }]);
    return store.log.findLast((event) => event.id === id);
  };
  const settle = () => clock.advance(0);

  return {
    ...{ store, clock, posts, during, append, settle, ledger },
    /** Posts of one endpoint under way now. */
    open: (endpointId: string) => open.get(endpointId) ?? 0,
    most: (endpointId: string) => most.get(endpointId) ?? 0,
    pages: () => pages.ofLanes,
    sweptPages: () => pages.ofSweeps,
    /** The next reads of a lane fail, so many of them. */
    failLaneReads: (count: number) => {
      laneFaults = count;
    },
    laneFaultsLeft: () => Math.max(0, laneFaults),
    postsTo: (endpointId: string) => posts.filter((one) => one.endpointId === endpointId),
    endpoint: (workspace: string, endpointId: string) =>
      append(workspace, webhooks.stream(workspace), 'WebhookEndpointCreated', {
        ...{ endpointId, name: 'n', url: `https://x.test/${endpointId}`, events: ['*'], sealedSecret: 's' },
      }),
    change: (workspace: string, endpointId: string, changes: object) =>
      append(workspace, webhooks.stream(workspace), 'WebhookEndpointChanged', { endpointId, ...changes }),
    /** An event of the workspace, and its fan-out. */
    async mail(workspace: string, count = 1): Promise<void> {
      for (let n = 0; n < count; n++) {
        const data = { deliveryId: 'd', suppressionId: 'd', recipient: 'a@b.co', sandbox: false };
        const event = await append(workspace, email.stream(ids.uuid()), 'Delivered', data);
        if (event !== undefined) await running.fanOut.react(event);
      }
    },
    /** Each of these scheduled deliveries has been delivered, and an operator asks for it again. */
    async requeueAll(scheduled: readonly RecordedEvent[]): Promise<void> {
      for (const { stream, data, metadata } of scheduled) {
        const { endpointId } = data as { readonly endpointId: string };
        const end = { endpointId, attempt: 1, status: 200, durationMs: 1 };
        await append(metadata.workspace, stream, 'WebhookDelivered', end);
        await append(metadata.workspace, stream, 'WebhookDeliveryRequeued', { endpointId, was: 'delivered' });
      }
    },
    /** The fan-out of every event once more, as after a lost checkpoint. */
    async again(): Promise<void> {
      for (const event of store.log.filter(({ type }) => type === 'Delivered'))
        await running.fanOut.react(event);
    },
    /** Has the lanes of an endpoint looked at, as when it is switched on. */
    async kick(workspace: string, endpointId: string): Promise<void> {
      const event = await append(workspace, webhooks.stream(workspace), 'WebhookEndpointChanged', {
        ...{ endpointId, status: 'ACTIVE' },
      });
      if (event !== undefined) running.dispatch.endpointsChanged([event]);
    },
    /** Folds all that is in the log into the index, which notifies the dispatch of its lanes. */
    async fold(): Promise<void> {
      const types = new Set<string>(projection.types);
      const events = store.log.filter(({ type, position }) => types.has(type) && position > indexPosition);
      const notifying: typeof index = {
        ...index,
        async writeMany(writes) {
          await index.writeMany(writes);
          running.hints.wrote(writes);
        },
      };
      await foldInto(
        projection as unknown as AnyProjection,
        notifying as unknown as Collection<object>,
        events,
      );
      indexPosition = store.log.at(-1)?.position ?? BEGINNING;
    },
    /** Gives the dispatch the changes of endpoints that are new in the log. */
    async tell(): Promise<void> {
      running.dispatch.endpointsChanged(
        store.log.filter(({ type, position }) => position > told && type === 'WebhookEndpointChanged'),
      );
      told = store.log.at(-1)?.position ?? BEGINNING;
    },
    hold: (now: readonly number[]) => {
      held = new Set(now);
    },
    history: (type: string) => store.log.filter((event) => event.type === type),
    drained: (partition: number) => running.dispatch.drained(partition),
    /** Another process takes over; what the one before had under way comes to nothing, as after SIGKILL. */
    kill() {
      running.stop.abort();
      running = begin();
    },
    /** Asks the dispatch to stop. Resolves when it has ended. */
    abort(): Promise<void> {
      running.stop.abort();
      return running.ended;
    },
    async stop(): Promise<void> {
      running.stop.abort();
      // An endpoint that hangs does so for ten seconds.
      clock.pass(20_000);
      await running.ended;
    },
  };
}
