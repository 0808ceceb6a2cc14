import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Refusal } from '../../../src/commands/kernel/refusal.ts';
import { redeliver, redeliveryDecider } from '../../../src/commands/webhook/redeliver.ts';
import { redeliverEvent } from '../../../src/commands/webhook/redeliverEvent.ts';
import {
  type WebhookDeliveryEvent,
  webhookDelivery,
  webhookDeliveryIdOf,
} from '../../../src/events/webhookDelivery.ts';
import { given } from '../../support/given.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';

const test = suite('redeliver');

const scheduled: WebhookDeliveryEvent = {
  type: 'WebhookDeliveryScheduled',
  data: { endpointId: 'e', eventId: 'v', kind: 'delivered', body: '{}', subjectId: 's' },
};
const failed: WebhookDeliveryEvent = {
  type: 'WebhookAttemptFailed',
  data: {
    endpointId: 'e',
    attempt: 1,
    status: 500,
    reason: 'status',
    durationMs: 1,
    nextAttemptAt: '2026-01-01T00:01:00.000Z',
  },
};
const died: WebhookDeliveryEvent = { type: 'WebhookDeliveryDied', data: { attempts: 7 } };
const delivered: WebhookDeliveryEvent = {
  type: 'WebhookDelivered',
  data: { endpointId: 'e', attempt: 1, status: 200, durationMs: 1 },
};
const requeued = (was: 'pending' | 'delivered' | 'dead'): WebhookDeliveryEvent => ({
  type: 'WebhookDeliveryRequeued',
  data: { endpointId: 'e', was },
});

const after = (...history: WebhookDeliveryEvent[]) =>
  given(redeliveryDecider, ...history).when({ do: 'requeue' });

test('a dead, a delivered and a waiting one are due again', () => {
  after(scheduled, failed, died).then(requeued('dead'));
  after(scheduled, delivered).then(requeued('delivered'));
  after(scheduled, failed).then(requeued('pending'));
});

test('one that is due anyway stays as it is', () => {
  after(scheduled).then();
  after(scheduled, failed, died, requeued('dead')).then();
});

test('one that is not there is unknown', () => {
  after().thenRefused('notFound');
});

test('another workspace has no such delivery', async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const events = [scheduled, delivered].map((event) => ({ ...event, id: ledger.ids.uuid(), metadata }));
  await ledger.store.append(webhookDelivery.stream('d'), 'no-stream', events);
  const by = (workspace: string) => ({ workspace, actor: 'operator', correlation: 'c', causation: null });
  for (const [workspace, id] of [
    ['other', 'd'],
    ['w', 'x'],
  ] as const) {
    await redeliver(ledger, by(workspace), id).then(
      () => assert.unreachable('it was not refused'),
      (error) => assert.instance(error, Refusal),
    );
  }
  assert.is(await redeliver(ledger, by('w'), 'd'), 'due');
  assert.is(ledger.store.log.length, 3);
  assert.is(await redeliver(ledger, by('w'), 'd'), 'due already');
});

test('of two runs that bring an event to an endpoint at once, one has scheduled it', async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const run = (correlation: string) =>
    redeliverEvent(
      ledger,
      { workspace: 'w', actor: 'operator', correlation, causation: null },
      { endpointId: 'e', eventId: 'v', kind: 'delivered', body: '{}', subjectId: 's' },
      'all',
    );
  assert.equal((await Promise.all([run('one'), run('other')])).toSorted(), ['left', 'scheduled']);
});

test('issue 50, 7: a run that goes on leaves what others made due since it did', async () => {
  const ledger = { store: memoryEventStore(), clock: manualClock(), ids: seededIds() };
  const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const stream = webhookDelivery.stream(webhookDeliveryIdOf('v', 'e'));
  const add = async (...events: { type: string; data: object }[]) => {
    const revision = (await ledger.store.readStream(stream)).at(-1)?.revision ?? 'no-stream';
    const added = events.map((event) => ({ ...event, id: ledger.ids.uuid(), metadata }));
    await ledger.store.append(stream, revision, added);
  };
  const data = { endpointId: 'e', eventId: 'v', kind: 'delivered', body: '{}', subjectId: 's' };
  const run = (correlation: string) =>
    redeliverEvent(ledger, { workspace: 'w', actor: 'operator', correlation, causation: null }, data, 'all');
  await add({ type: 'WebhookDeliveryScheduled', data }, delivered);
  assert.is(await run('one'), 'requeued');
  await add(delivered);
  assert.is(await run('an operator'), 'requeued');
  await add(delivered);
  assert.is(await run('one'), 'left', 'its own turn is over, and so is the later one');
  assert.is(await run('other'), 'requeued');
});

test.run();
