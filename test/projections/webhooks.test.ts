import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { partitionOf } from '../../src/events/partitionOf.ts';
import { webhookDelivery } from '../../src/events/webhookDelivery.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { openProjection, type Projection } from '../../src/follow/fold/projection.ts';
import type { PageCursor } from '../../src/ports/documents.ts';
import {
  oldestPendingAt,
  pageWebhookDeliveries,
  type WebhookDeliveryDocument,
  webhookDeliveries,
} from '../../src/projections/webhookDeliveries.ts';
import { listWebhookEndpoints, webhookEndpoints } from '../../src/projections/webhookEndpoints.ts';
import { medianAnswerMs, slotsUsed, webhookHealth } from '../../src/projections/webhookHealth.ts';
import { WEBHOOK_TOTALS, webhookTotals } from '../../src/projections/webhookTotals.ts';
import { webhookWork } from '../../src/projections/webhookWork.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('webhook projections');

const AT_MS = Date.parse('2026-01-01T00:00:00.000Z');
const instantOf = (seconds: number) => new Date(AT_MS + seconds * 1_000).toISOString();

function log() {
  const events: RecordedEvent[] = [];
  return {
    events,
    add(stream: string, type: string, data: object, { second = events.length, workspace = 'w' } = {}) {
      const n = events.length + 1;
      const metadata = {
        v: 1,
        workspace,
        actor: 'a',
        correlation: 'c',
        causation: null,
        at: instantOf(second),
      };
      const revision = events.filter((event) => event.stream === stream).length;
      events.push({
        id: `${n}`,
        type,
        data,
        metadata,
        stream,
        revision,
        position: positionAt(n),
      });
    },
  };
}

async function folded<D extends object, E extends RecordedEvent>(
  projection: Projection<D, E>,
  events: RecordedEvent[],
) {
  const collection = await openProjection(memoryDocuments(), projection);
  const types = new Set<string>(projection.types);
  const mine = events.filter(({ type }) => types.has(type));
  // Twice, since any stretch may be folded again.
  for (let time = 0; time < 2; time++) await foldInto(projection, collection, mine);
  return collection;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('endpoints of a workspace in the order of creation, without any secret', async () => {
  const { events, add } = log();
  const create = (endpointId: string, workspace = 'w') =>
    add(
      webhooks.stream(workspace),
      'WebhookEndpointCreated',
      { endpointId, name: endpointId, url: 'https://x.test/', events: ['*'], sealedSecret: 'SEALED' },
      { workspace, second: 0 },
    );
  // Ids that sort against the order, and one moment for all.
  for (const id of ['z', 'm', 'a']) create(id);
  create('other', 'o');
  add(webhooks.stream('w'), 'WebhookEndpointChanged', { endpointId: 'm', status: 'DISABLED', name: 'M' });
  for (let n = 0; n < 450; n++) create(`e${n}`);
  const found = await all(listWebhookEndpoints(await folded(webhookEndpoints, events), 'w'));
  assert.is(found.length, 453);
  assert.equal(
    found.slice(0, 4).map(({ key }) => key),
    ['z', 'm', 'a', 'e0'],
  );
  assert.equal(found[1]?.document, {
    ...{ workspace: 'w', ordinal: 1, name: 'M', url: 'https://x.test/', events: ['*'], status: 'DISABLED' },
    createdAt: instantOf(0),
  });
  assert.not.ok(JSON.stringify(found).includes('SEALED'));
});

const scheduled = (endpointId = 'e') => ({
  endpointId,
  eventId: 'v',
  kind: 'delivered',
  body: 'BODY',
  subjectId: 's',
});
const failedAt = (attempt: number, second: number | null) => ({
  ...{ endpointId: 'e', attempt, status: null, reason: 'timeout', durationMs: 1 },
  nextAttemptAt: second === null ? null : instantOf(second),
});

test('the work index holds what is due until it is delivered or dead', async () => {
  const { events, add } = log();
  const stream = webhookDelivery.stream('d');
  const projection = webhookWork(7);
  assert.ok(projection.name.endsWith('_p7'));
  const now = async () => (await (await folded(projection, events)).get('d'))?.document ?? null;
  const due = (second: number, kind = 'first') => ({
    ...{ partition: partitionOf('e', 7), lane: `e/${kind}`, workspace: 'w' },
    dueAtMs: AT_MS + second * 1_000,
  });
  add(stream, 'WebhookDeliveryScheduled', scheduled(), { second: 5 });
  assert.equal(await now(), due(5));
  add(stream, 'WebhookAttemptFailed', failedAt(1, 65));
  assert.equal(await now(), due(65, 'retry'));
  add(stream, 'WebhookAttemptFailed', failedAt(7, null));
  add(stream, 'WebhookDeliveryDied', { attempts: 7 });
  assert.is(await now(), null);
  add(stream, 'WebhookDeliveryRequeued', { endpointId: 'e' }, { second: 900 });
  assert.equal(await now(), due(900, 'replay'));
  add(stream, 'WebhookDelivered', { endpointId: 'e', attempt: 1, status: 200, durationMs: 1 });
  assert.is(await now(), null);
});

test('the health of an endpoint is what its last attempts have shown', async () => {
  const { add, events } = log();
  const stream = webhookDelivery.stream('d');
  const now = async () => (await (await folded(webhookHealth, events)).get('e'))?.document;
  const delivered = (durationMs: number) =>
    add(stream, 'WebhookDelivered', { endpointId: 'e', attempt: 1, status: 200, durationMs });
  const failed = (status: number | null, reason: string, durationMs: number) =>
    add(stream, 'WebhookAttemptFailed', { endpointId: 'e', attempt: 1, status, reason, durationMs });
  const is = async (speedClass: string | null, failingSince: string | null, last: number | string) => {
    const health = await now();
    assert.equal([health?.speedClass, health?.failingSince], [speedClass, failingSince]);
    assert.is(health?.lastStatus ?? health?.lastReason, last);
  };
  assert.is(await now(), undefined);
  failed(null, 'refused', 1);
  await is(null, instantOf(0), 'refused');
  delivered(250);
  await is('fast', null, 200);
  failed(null, 'reset', 9_000);
  await is('fast', instantOf(2), 'reset');
  failed(500, 'status', 251);
  await is('slow', instantOf(2), 500);
  failed(null, 'timeout', 10_000);
  await is('silent', instantOf(2), 'timeout');
  delivered(20);
  await is('fast', null, 200);
  const health = await now();
  assert.is(health && medianAnswerMs(health), 250, 'of 20, 250 and 251');
  const firstBeganMs = AT_MS - 1;
  const usedMs = 1 + 250 + 9_000 + 251 + 10_000 + 20;
  assert.is(health && slotsUsed(health, firstBeganMs + 2 * usedMs), 0.5);
  for (let n = 0; n < 40; n++) delivered(40);
  const later = await now();
  assert.equal([later?.recent.length, later && medianAnswerMs(later)], [15, 40]);
});

test('the totals count what is pending and dead, and the oldest that is pending is found', async () => {
  const { events, add } = log();
  const [one, other] = [webhookDelivery.stream('d'), webhookDelivery.stream('c')];
  const totals = async () => {
    const { pending, dead } =
      (await (await folded(webhookTotals, events)).get(WEBHOOK_TOTALS))?.document ?? {};
    return [pending, dead, await oldestPendingAt(await folded(webhookDeliveries, events))];
  };
  add(one, 'WebhookDeliveryScheduled', scheduled(), { second: 1 });
  add(other, 'WebhookDeliveryScheduled', scheduled(), { second: 2 });
  assert.equal(await totals(), [2, 0, instantOf(1)]);
  add(one, 'WebhookDeliveryDied', { attempts: 0, reason: 'endpoint_disabled' });
  assert.equal(await totals(), [1, 1, instantOf(2)]);
  add(one, 'WebhookDeliveryRequeued', { endpointId: 'e', was: 'dead' }, { second: 9 });
  add(one, 'WebhookDeliveryRequeued', { endpointId: 'e', was: 'pending' }, { second: 10 });
  add(other, 'WebhookDelivered', { endpointId: 'e', attempt: 1, status: 200, durationMs: 1 });
  assert.equal(await totals(), [1, 0, instantOf(10)]);
  add(other, 'WebhookDeliveryRequeued', { endpointId: 'e', was: 'delivered' }, { second: 11 });
  assert.equal(await totals(), [2, 0, instantOf(10)]);
});

test('the delivery log tells where each delivery stands, without its body', async () => {
  const { events, add } = log();
  const stream = webhookDelivery.stream('d');
  const now = async () => {
    const document = (await (await folded(webhookDeliveries, events)).get('d'))?.document;
    const { status, attempts, lastAttemptAt, lastStatus, lastReason, nextAttemptAt } =
      document ?? ({} as WebhookDeliveryDocument);
    return [status, attempts, lastAttemptAt, lastStatus, lastReason, nextAttemptAt];
  };
  add(stream, 'WebhookDeliveryScheduled', scheduled());
  assert.equal(await now(), ['pending', 0, null, null, null, instantOf(0)]);
  add(stream, 'WebhookAttemptFailed', failedAt(1, 60));
  assert.equal(await now(), ['pending', 1, instantOf(1), null, 'timeout', instantOf(60)]);
  add(stream, 'WebhookAttemptFailed', { ...failedAt(7, null), status: 500, reason: 'status' });
  add(stream, 'WebhookDeliveryDied', { attempts: 7 });
  assert.equal(await now(), ['dead', 7, instantOf(2), 500, 'status', null]);
  add(stream, 'WebhookDeliveryRequeued', { endpointId: 'e' });
  assert.equal(await now(), ['pending', 0, instantOf(2), 500, 'status', instantOf(4)]);
  add(stream, 'WebhookDelivered', { endpointId: 'e', attempt: 1, status: 204, durationMs: 1 });
  assert.equal(await now(), ['delivered', 1, instantOf(5), 204, null, null]);
  const documents = await all((await folded(webhookDeliveries, events)).scan());
  assert.not.ok(JSON.stringify(documents).includes('BODY'));
});

test('the delivery log pages newest first, by endpoint and status', async () => {
  const { events, add } = log();
  for (let n = 0; n < 12; n++) {
    add(webhookDelivery.stream(`d${n}`), 'WebhookDeliveryScheduled', scheduled(n % 2 ? 'odd' : 'even'), {
      second: n,
    });
    if (n % 3 === 0)
      add(webhookDelivery.stream(`d${n}`), 'WebhookDelivered', {
        endpointId: 'e',
        attempt: 1,
        status: 200,
        durationMs: 1,
      });
  }
  add(webhookDelivery.stream('x'), 'WebhookDeliveryScheduled', scheduled('odd'), { workspace: 'o' });
  const collection = await folded(webhookDeliveries, events);
  const keys = async (filter: { endpointId?: string; status?: 'delivered' | 'pending' | 'dead' }) => {
    const found: string[] = [];
    let after: PageCursor | undefined;
    for (;;) {
      const { page, next } = await pageWebhookDeliveries(collection, { workspace: 'w', ...filter }, 2, after);
      found.push(...page.map(({ key }) => key));
      if (next === null) return found.join(' ');
      after = next;
    }
  };
  assert.is(await keys({}), 'd11 d10 d9 d8 d7 d6 d5 d4 d3 d2 d1 d0');
  assert.is(await keys({ endpointId: 'odd' }), 'd11 d9 d7 d5 d3 d1');
  assert.is(await keys({ status: 'delivered' }), 'd9 d6 d3 d0');
  assert.is(await keys({ endpointId: 'even', status: 'pending' }), 'd10 d8 d4 d2');
  assert.is(await keys({ status: 'dead' }), '');
});

test.run();
