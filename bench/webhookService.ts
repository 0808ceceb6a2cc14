import { setTimeout as sleep } from 'node:timers/promises';
import { builds, fromBuild } from './otherBuild.ts';
import { processMemory } from './processMemory.ts';

/** What the bench asks of this process. Workspaces are named by any text. */
export type ServiceQuestion =
  | { readonly kind: 'endpoint'; readonly workspace: string; readonly url: string }
  /** Email events of a workspace: all at once, or so many a second. */
  | {
      readonly kind: 'events';
      readonly workspace: string;
      readonly count: number;
      readonly perSecond?: number;
    }
  /** Deliveries to an endpoint that failed once and wait: until their retry, or due already. */
  | {
      readonly kind: 'waiting';
      readonly workspace: string;
      readonly endpointId: string;
      readonly count: number;
      readonly dueInMs: number;
    }
  | { readonly kind: 'start' }
  | { readonly kind: 'usage' };

export type ServiceAnswer =
  | { readonly kind: 'opened' | 'done' }
  | { readonly kind: 'endpoint'; readonly endpointId: string }
  | { readonly kind: 'usage'; readonly cpuMs: number; readonly ownMiB: number };

/**
 * A process with the roles projector and dispatcher, into whose log the bench has events written: of the build, since
 * what a loader makes of the source is slower.
 */
const build = process.env.BENCH_BUILD ?? builds.this ?? '';
const { newEvents } = await fromBuild<typeof import('../src/commands/kernel/ledger.ts')>(
  build,
  'commands/kernel/ledger.js',
);
const { createWebhookEndpoint } = await fromBuild<
  typeof import('../src/commands/webhook/webhookEndpoints.ts')
>(build, 'commands/webhook/webhookEndpoints.js');
const { readSettings } = await fromBuild<typeof import('../src/config.ts')>(build, 'config.js');
const { email } = await fromBuild<typeof import('../src/events/email.ts')>(build, 'events/email.js');
const { uuid5 } = await fromBuild<typeof import('../src/events/uuid5.ts')>(build, 'events/uuid5.js');
const { webhookDelivery, webhookDeliveryIdOf } = await fromBuild<
  typeof import('../src/events/webhookDelivery.ts')
>(build, 'events/webhookDelivery.js');
const { openPorts } = await fromBuild<typeof import('../src/main/ports.ts')>(build, 'main/ports.js');
const { startService } = await fromBuild<typeof import('../src/main/service.ts')>(build, 'main/service.js');
const { instant } = await fromBuild<typeof import('../src/ports/clock.ts')>(build, 'ports/clock.js');
const settings = readSettings(process.env);
const ports = await openPorts(settings);
const { store, clock, ids, secrets } = ports;
const ledger = { store, clock, ids };
const AT_ONCE = 256;
const origin = (workspace: string) => ({
  workspace: uuid5('bench', workspace),
  actor: 'operator',
  correlation: ids.uuid(),
  causation: null,
});

async function mail(workspace: string): Promise<void> {
  const data = {
    deliveryId: ids.uuid(),
    suppressionId: ids.uuid(),
    recipient: 'person@receiver.test',
    sandbox: false,
    response: null,
  };
  const events = newEvents(ledger, origin(workspace), [{ type: 'Delivered' as const, data }]);
  await store.append(email.stream(ids.uuid()), 'no-stream', events);
}

async function wait(workspace: string, endpointId: string, dueInMs: number): Promise<void> {
  const eventId = ids.uuid();
  const body = JSON.stringify({
    id: eventId,
    type: 'delivered',
    created_at: instant(clock.nowMs()),
    data: {},
  });
  const nextAttemptAt = instant(clock.nowMs() + dueInMs);
  const events = newEvents(ledger, origin(workspace), [
    {
      type: 'WebhookDeliveryScheduled' as const,
      data: { endpointId, eventId, kind: 'delivered', body, subjectId: ids.uuid() },
    },
    {
      type: 'WebhookAttemptFailed' as const,
      data: { endpointId, attempt: 1, status: 500, reason: 'status', durationMs: 1, nextAttemptAt },
    },
  ]);
  await store.append(webhookDelivery.stream(webhookDeliveryIdOf(eventId, endpointId)), 'no-stream', events);
}

async function times(count: number, perSecond: number | undefined, one: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  const running = new Set<Promise<void>>();
  for (let n = 0; n < count; n++) {
    if (perSecond !== undefined) {
      const aheadMs = (n * 1_000) / perSecond - (performance.now() - startedAtMs);
      if (aheadMs > 0) await sleep(aheadMs);
    }
    const current = one().finally(() => running.delete(current));
    running.add(current);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

async function answer(question: ServiceQuestion): Promise<ServiceAnswer> {
  switch (question.kind) {
    case 'endpoint': {
      const { workspace, url } = question;
      const endpoint = { name: 'bench', url, events: ['*'] };
      const { endpointId } = await createWebhookEndpoint(ledger, secrets, origin(workspace), endpoint);
      return { kind: 'endpoint', endpointId };
    }
    case 'events':
      await times(question.count, question.perSecond, () => mail(question.workspace));
      return { kind: 'done' };
    case 'waiting': {
      const { workspace, endpointId, count, dueInMs } = question;
      await times(count, undefined, () => wait(workspace, endpointId, dueInMs));
      return { kind: 'done' };
    }
    case 'start':
      await startService(settings, ports);
      return { kind: 'done' };
    case 'usage': {
      const { user, system } = process.cpuUsage();
      return { kind: 'usage', cpuMs: (user + system) / 1_000, ownMiB: processMemory(process.pid).ownMiB };
    }
  }
}

process.on('message', (question: ServiceQuestion) => {
  void answer(question).then((given) => process.send?.(given));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'opened' } satisfies ServiceAnswer);
