import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import type { EventStore } from '../src/ports/eventStore.ts';
import { projectionsFor } from '../src/projections/readModels.ts';
import { type AnyProjection, openProjection } from '../src/runtime/fold/projection.ts';
import { foldLog } from '../src/runtime/rebuild/foldLog.ts';
import { appendMessages } from './messageLog.ts';
import { line, median, rate, ratio } from './report.ts';

const MESSAGES = 40_000;
const ROUNDS = 3;

/** Events a second through a projection, against a bare reading of the same log. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'postledger-bench-'));
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: join(folder, 'data') }), 'error');
  try {
    const events = await appendMessages(ports.store, MESSAGES);
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
