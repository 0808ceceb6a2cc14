import { webhookFanOut } from '../../src/dispatcher/fanOut.ts';
import { email } from '../../src/events/email.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { manualClock } from '../support/manualClock.ts';
import { type MemoryEventStore, memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';

const WORKSPACE = 'w';

export function fixture() {
  const store = memoryEventStore();
  const ids = seededIds();
  const clock = manualClock();
  const policyOver = (over: MemoryEventStore = store) =>
    webhookFanOut({ ledger: { store: over, clock, ids }, metrics: noMetrics, log: quietLog });
  const policy = policyOver();
  const append = async (stream: string, type: string, data: object): Promise<RecordedEvent> => {
    const last = (await store.readStream(stream)).at(-1);
    const metadata = {
      v: 1,
      workspace: WORKSPACE,
      actor: 'a',
      correlation: 'c',
      causation: null,
      at: 'then',
    };
    await store.append(stream, last?.revision ?? 'no-stream', [{ id: ids.uuid(), type, data, metadata }]);
    const recorded = store.log.at(-1);
    if (recorded === undefined) throw new Error('nothing was recorded');
    return recorded;
  };
  const endpoint = (endpointId: string, events: string[] = ['*']) =>
    append(webhooks.stream(WORKSPACE), 'WebhookEndpointCreated', {
      ...{ endpointId, name: endpointId, url: 'https://x.test/', events, sealedSecret: 's' },
    });
  const change = (endpointId: string, changes: object) =>
    append(webhooks.stream(WORKSPACE), 'WebhookEndpointChanged', { endpointId, ...changes });
  let mails = 0;
  const mail = (type = 'Delivered', data: object = {}) =>
    append(email.stream(`m${mails++}`), type, {
      deliveryId: 'd',
      recipient: 'a@b.co',
      sandbox: false,
      ...data,
    });
  const deliveries = () => store.log.filter(({ type }) => type === 'WebhookDeliveryScheduled');
  const pairs = () =>
    deliveries().map(({ data }) => {
      const { eventId, endpointId, kind } = data as { eventId: string; endpointId: string; kind: string };
      return { eventId, endpointId, kind };
    });
  return { store, policy, policyOver, append, endpoint, change, mail, deliveries, pairs };
}
