import { attemptDelivery } from '../../src/dispatcher/attempt.ts';
import type { EndpointAnswer } from '../../src/dispatcher/endpointHealth.ts';
import { endpointDirectory } from '../../src/dispatcher/endpoints.ts';
import type { DueDelivery } from '../../src/dispatcher/scheduledDelivery.ts';
import { webhookDelivery } from '../../src/events/webhookDelivery.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import type { Metrics } from '../../src/ports/metrics.ts';
import type { PostOutcome, PostRequest } from '../../src/ports/poster.ts';
import type { Secrets } from '../../src/ports/secrets.ts';
import { type WebhookWorkDocument, webhookWork } from '../../src/projections/webhookWork.ts';
import { countingReads } from '../support/countingReads.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';

export const MINUTE_MS = 60_000;
export const answered = (status: number, body = ''): PostOutcome => ({ outcome: 'answered', status, body });
export const failed = (reason: 'timeout' | 'aborted' | 'address_refused'): PostOutcome => ({
  outcome: 'failed',
  reason,
  detail: 'x',
});
const stay = new AbortController().signal;

export async function fixture(
  post: (request: PostRequest, attempt: number) => PostOutcome | Promise<PostOutcome>,
  parts: { readonly secrets?: Pick<Secrets, 'open'>; readonly metrics?: Metrics } = {},
) {
  const store = memoryEventStore();
  const { store: counting, during } = countingReads(store);
  const clock = manualClock();
  const ids = seededIds();
  const ledger = { store: counting, clock, ids };
  const posts: PostRequest[] = [];
  const projection = webhookWork(1);
  const heard: EndpointAnswer[] = [];
  const endpoints = endpointDirectory(counting, clock);
  const context = {
    ledger,
    endpoints,
    secrets: {
      seal: (text: string) => text,
      open: (sealed: string, context: string) => `${sealed} of ${context}`,
    },
    poster: {
      post: async (request: PostRequest) => post(request, posts.push(request)),
      close: async () => {},
    },
    metrics: noMetrics,
    log: quietLog,
    ...parts,
  };
  const append = async (stream: string, type: string, data: object) => {
    const last = (await store.readStream(stream)).at(-1);
    const at = new Date(clock.nowMs()).toISOString();
    const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at };
    await store.append(stream, last?.revision ?? 'no-stream', [{ id: ids.uuid(), type, data, metadata }]);
  };
  const change = async (changes: object) => {
    await append(webhooks.stream('w'), 'WebhookEndpointChanged', { endpointId: 'e', ...changes });
    endpoints.changed('w');
  };
  await append(webhooks.stream('w'), 'WebhookEndpointCreated', {
    ...{ endpointId: 'e', name: 'n', url: 'https://x.test/', events: ['*'], sealedSecret: 'sealed' },
  });
  await append(webhookDelivery.stream('d'), 'WebhookDeliveryScheduled', {
    ...{ endpointId: 'e', eventId: 'v', kind: 'delivered', body: '{"a":1}', subjectId: 's' },
  });
  const history = () =>
    store.log
      .filter(({ stream }) => stream === 'webhookdelivery-d')
      .slice(1)
      .map(({ type, data }) => ({ type, data }));
  const work = (): WebhookWorkDocument | null => {
    let document: WebhookWorkDocument | null = null;
    for (const event of store.log)
      if (event.stream === 'webhookdelivery-d') document = projection.fold(document, event as never, 'd');
    return document;
  };
  const due: DueDelivery = { deliveryId: 'd', scheduled: null, pausedSince: null };
  const run = (signal = stay, of: Partial<DueDelivery> = {}) =>
    attemptDelivery(context, { ...due, ...of }, signal, (what) => heard.push(what));
  return { store, clock, ledger, posts, run, history, work, change, during, heard };
}
