import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { positionAt } from '../src/adapters/position.ts';
import { readSettings } from '../src/config.ts';
import type { RecordedEvent } from '../src/events/event.ts';
import { uuid5 } from '../src/events/uuid5.ts';
import { foldInto } from '../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../src/follow/fold/projection.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { instant } from '../src/ports/clock.ts';
import { findMessages, type MessageCollection, type MessageFilter } from '../src/projections/findMessages.ts';
import { messages } from '../src/projections/messages.ts';
import { startMongo } from '../test/servers/servers.ts';
import { inBenchFolder, timesOf } from './benchFolder.ts';
import { line, quantile } from './report.ts';

const WORKSPACE = '00000000-0000-5000-8000-000000000001';
const FIRST_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** Events folded between two writes, as a consumer gets them at once. */
const BATCH = 1_000;
const PAGE = 100;
const CALLS = 200;
/** The server stands in for MongoDB and holds everything in memory. */
const MONGO_HEAP_MIB = 4_096;
const MONGO_SHARE = 10;

/** Pages of 100 messages by each filter, and what the read model costs a message, over both document stores. */
export async function run(rows = 1_000_000): Promise<void> {
  await inBenchFolder((data) => measure('embedded', { POSTLEDGER_DATA: data }, rows, data));
  const mongo = await startMongo({ heapMiB: MONGO_HEAP_MIB });
  try {
    await inBenchFolder((data) =>
      measure('mongodb', { POSTLEDGER_DATA: data, MONGODB_URL: `${mongo.url}/messages` }, rows / MONGO_SHARE),
    );
  } finally {
    await mongo.stop();
  }
}

async function measure(name: string, env: Record<string, string>, rows: number, data?: string) {
  const ports = await openLedgerPorts(readSettings(env), 'error');
  const projection: AnyProjection = messages(1) as never;
  const collection = await openProjection(ports.documents, projection);
  const cpuMs = { EmailAccepted: 0, Submitted: 0, Delivered: 0 };
  for (let from = 0; from < rows; from += BATCH)
    for (const [step, type] of (Object.keys(cpuMs) as (keyof typeof cpuMs)[]).entries()) {
      const events = Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) =>
        eventOf(from + at, type, step),
      );
      const before = process.cpuUsage();
      await foldInto(projection, collection, events);
      const { user, system } = process.cpuUsage(before);
      cpuMs[type] += (user + system) / 1_000;
    }
  const wide = rows.toLocaleString('en');
  for (const [type, ms] of Object.entries(cpuMs))
    line(
      `${name}, ${wide} messages: processor time to fold ${type}`,
      `${((ms * 1_000) / rows).toFixed(1)} us`,
    );
  await pages(`${name}, ${wide} messages`, collection as unknown as MessageCollection, rows);
  await ports.close();
  if (data === undefined) return;
  const bytes = readdirSync(data)
    .filter((file) => file.startsWith('read-models'))
    .reduce((sum, file) => sum + statSync(join(data, file)).size, 0);
  line(`${name}: bytes a message`, Math.round(bytes / rows).toLocaleString('en'));
}

async function pages(name: string, collection: MessageCollection, rows: number): Promise<void> {
  const filters: Readonly<Record<string, Omit<MessageFilter, 'workspace'>>> = {
    all: {},
    'a recipient of a thousand mails': { to: 'person7@receiver.test' },
    'a tag of half': { tag: 'order' },
    'a second tag of half': { tag: 'shop' },
    'a status': { status: 'delivered' },
    'a campaign of a tenth': { campaignId: idOf(3, 'campaign') },
    'a template of a fifth': { templateId: idOf(2, 'template') },
    'since the middle': { until: timeOf(rows / 2) },
    'a tag and a status': { tag: 'order', status: 'delivered' },
    'a tag and a rare status': { tag: 'order', status: 'bounced' },
  };
  for (const [what, filter] of Object.entries(filters)) {
    let after: Awaited<ReturnType<typeof findMessages>>['next'] = null;
    const before = process.cpuUsage();
    const times = await timesOf(CALLS, async () => {
      const page = await findMessages(collection, { workspace: WORKSPACE, ...filter }, PAGE, after);
      after = page.next;
    });
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1_000 / CALLS;
    line(
      `${name}: page by ${what}, median, p99, processor time`,
      [...[0.5, 0.99].map((share) => quantile(times, share)), cpuMs].map((ms) => ms.toFixed(2)).join(' ms '),
    );
  }
}

const idOf = (n: number, kind = 'message') => uuid5(kind, String(n));
const timeOf = (n: number) => instant(FIRST_MS + Math.floor(n) * 10);

function eventOf(n: number, type: 'EmailAccepted' | 'Submitted' | 'Delivered', step: number): RecordedEvent {
  const id = idOf(n);
  const address = `person${n % 1_000}@receiver.test`;
  const deliveryId = idOf(n, 'delivery');
  const accepted = {
    ...{ from: 'Shop <shop@sender.test>', subject: 'Your order is on its way', credits: 1 },
    ...{ suppressedRecipients: [], scheduledFor: null, batchId: null, batch: null },
    recipients: [{ deliveryId, suppressionId: deliveryId, address, kind: 'to', sandbox: false }],
    tags: n % 2 === 0 ? ['order', 'shop'] : [],
    template: n % 5 === 0 ? { templateId: idOf(2, 'template'), revision: 1 } : null,
    campaign: n % 10 === 0 ? { campaignId: idOf(3, 'campaign') } : null,
  };
  return {
    ...{ id, type, stream: `email-${id}`, revision: step, position: positionAt(n * 3 + step + 1) },
    data:
      type === 'EmailAccepted'
        ? accepted
        : { deliveryId, suppressionId: deliveryId, recipient: address, sandbox: false },
    metadata: { v: 1, workspace: WORKSPACE, actor: 'bench', correlation: id, causation: null, at: timeOf(n) },
  };
}
