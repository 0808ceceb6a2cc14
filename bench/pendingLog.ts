import { writeSync } from 'node:fs';
import { newEvents } from '../src/commands/kernel/ledger.ts';
import { readSettings } from '../src/config.ts';
import { uuid5 } from '../src/events/uuid5.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../src/events/webhookDelivery.ts';
import { openCheckpoints } from '../src/follow/checkpoints.ts';
import { partitionsOf } from '../src/main/options.ts';
import { openPorts } from '../src/main/ports.ts';
import { startService } from '../src/main/service.ts';
import { instant } from '../src/ports/clock.ts';

/** Appends in flight: as many as one commit of the log takes at once. */
const AT_ONCE = 2_048;
/** The policies of the dispatcher, which are to begin after these events. */
const POLICIES = ['policy:webhook_fan_out', 'policy:webhook_news'];

/**
 * Writes deliveries that failed once and are due into the log of a data folder, and has the read models folded:
 * `pendingLog.ts COUNT [WORKSPACE ENDPOINT]…`. Workspaces are those of the bench's service.
 */
const [count = '0', ...names] = process.argv.slice(2);
const endpoints = Array.from({ length: names.length / 2 }, (_, n) => ({
  workspace: uuid5('bench', names[2 * n] ?? ''),
  endpointId: names[2 * n + 1] ?? '',
}));
const settings = readSettings(process.env);
const ports = await openPorts(settings);
const { store, clock, ids, documents } = ports;
const ledger = { store, clock, ids };

async function append(n: number): Promise<void> {
  const endpoint = endpoints[n % endpoints.length];
  if (endpoint === undefined) return;
  const { workspace, endpointId } = endpoint;
  const eventId = ids.uuid();
  const createdAt = instant(clock.nowMs());
  const body = JSON.stringify({ id: eventId, type: 'delivered', created_at: createdAt, data: {} });
  const scheduled = { endpointId, eventId, kind: 'delivered', body, subjectId: ids.uuid() };
  const failed = {
    endpointId,
    attempt: 1,
    status: 500,
    reason: 'status',
    durationMs: 1,
    nextAttemptAt: createdAt,
  };
  const origin = { workspace, actor: 'dispatcher', correlation: eventId, causation: eventId };
  const events = newEvents(ledger, origin, [
    { type: 'WebhookDeliveryScheduled' as const, data: scheduled },
    { type: 'WebhookAttemptFailed' as const, data: failed },
  ]);
  await store.append(webhookDelivery.stream(webhookDeliveryIdOf(eventId, endpointId)), 'no-stream', events);
}

const startedAtMs = performance.now();
let next = 0;
const writer = async () => {
  for (let n = next++; n < Number(count); n = next++) await append(n);
};
await Promise.all(Array.from({ length: AT_ONCE }, writer));
const writtenAtMs = performance.now();
const head = await store.head();
const partitions = partitionsOf(settings);
const checkpoints = await openCheckpoints(documents, partitions);
const passed = new Map(Array.from({ length: partitions }, (_, partition) => [partition, head]));
await checkpoints.save(new Map(POLICIES.map((policy) => [policy, { names: [policy], positions: passed }])));
// With the projector role alone it resolves once its read models have all of the log.
const service = await startService(settings, ports);
const foldedAtMs = performance.now();
await service.stop();
const seconds = (ms: number) => (ms / 1_000).toFixed(0);
writeSync(
  1,
  `written in ${seconds(writtenAtMs - startedAtMs)} s, folded in ${seconds(foldedAtMs - writtenAtMs)} s\n`,
);
process.exit(0);
