import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../src/config.ts';
import { BEGINNING, type NewEvent } from '../src/events/envelope.ts';
import { openPorts } from '../src/main/ports.ts';
import type { EventStore } from '../src/ports/eventStore.ts';
import { foldLog } from '../src/projections/foldLog.ts';
import { type AnyProjection, openProjection } from '../src/projections/projection.ts';
import { projectionsFor } from '../src/projections/readModels.ts';
import { line, median, rate, ratio } from './report.ts';

const MESSAGES = 40_000;
const ROUNDS = 3;
const IN_FLIGHT = 512;

/** Events a second through a projection, against a bare reading of the same log. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'postledger-bench-'));
  const ports = await openPorts(readSettings({ POSTLEDGER_DATA: join(folder, 'data') }), 'error');
  try {
    const events = await fill(ports.store);
    const { dailyAnalytics, emailOutbox } = projectionsFor(1);
    const projections = { dailyAnalytics, emailOutbox } as unknown as Record<string, AnyProjection>;
    const scans: number[] = [];
    const folds: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      scans.push(await perSecond(events, () => scan(ports.store)));
      for (const [name, projection] of Object.entries(projections)) {
        const fresh = { ...projection, name: `${projection.name}_${round}` };
        const collection = await openProjection(ports.documents, fresh);
        const speed = await perSecond(events, () =>
          foldLog(ports.store, [{ projection: fresh, collection }], BEGINNING),
        );
        folds[name] = [...(folds[name] ?? []), speed];
      }
    }
    line(`bare reading of ${events.toLocaleString('en')} events`, rate(median(scans)));
    for (const [name, speeds] of Object.entries(folds)) {
      line(
        `through the projection ${name}`,
        `${rate(median(speeds))}, ratio ${ratio(median(speeds) / median(scans))}`,
      );
    }
  } finally {
    await ports.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perSecond(events: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return events / ((performance.now() - startedAt) / 1_000);
}

async function scan(store: EventStore): Promise<void> {
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: 2_000 });
    if (batch.caughtUp) return;
    after = batch.position;
  }
}

/** Messages as the sandbox would leave them: accepted, submitted, delivered. */
async function fill(store: EventStore): Promise<number> {
  const workspace = '00000000-0000-5000-8000-000000000001';
  let next = 0;
  const metadata = {
    v: 1,
    workspace,
    actor: 'bench',
    correlation: workspace,
    causation: null,
    at: '2026-01-01T00:00:00.000Z',
  };
  const id = (message: number, part: number) =>
    `${message.toString(16).padStart(8, '0')}-0000-4000-8000-${part.toString(16).padStart(12, '0')}`;
  const writer = async () => {
    while (next < MESSAGES) {
      const message = next++;
      const deliveryId = id(message, 9);
      const outcome = { deliveryId, recipient: 'person@example.com', sandbox: true, response: null };
      const events: NewEvent[] = [
        { id: id(message, 1), type: 'EmailAccepted', data: accepted(deliveryId), metadata },
        { id: id(message, 2), type: 'Submitted', data: outcome, metadata },
        { id: id(message, 3), type: 'Delivered', data: outcome, metadata },
      ];
      await store.append(`email-${id(message, 0)}`, 'no-stream', events);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  return MESSAGES * 3;
}

function accepted(deliveryId: string): object {
  return {
    from: 'Shop <shop@sender.test>',
    to: ['person@example.com'],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Your order is on its way',
    html: null,
    text: { inline: 'It left our house this morning. '.repeat(30) },
    template: null,
    headers: {},
    attachments: [],
    tags: ['order'],
    scheduledFor: null,
    batchId: null,
    messageStream: 'transactional',
    trackOpens: true,
    trackClicks: true,
    recipients: [{ deliveryId, address: 'person@example.com', kind: 'to', sandbox: true }],
    suppressedRecipients: [],
    credits: 1,
    batch: null,
    campaign: null,
  };
}
