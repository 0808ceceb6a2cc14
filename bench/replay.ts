import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import { type AnyProjection, openProjection } from '../src/follow/fold/projection.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import type { EventStore } from '../src/ports/eventStore.ts';
import { projectionsFor } from '../src/projections/readModels.ts';
import { foldLog } from '../src/rebuild/foldLog.ts';
import { inBenchFolder, secondsOf } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { line, median, rate, ratio } from './report.ts';

const MESSAGES = 40_000;
const ROUNDS = 3;

/** Events a second through a projection, against a bare reading of the same log. */
export async function run(): Promise<void> {
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const events = await appendMessages(ports.store, MESSAGES);
    const { dailyAnalytics, emailOutbox } = projectionsFor(1);
    const projections = { dailyAnalytics, emailOutbox } as unknown as Record<string, AnyProjection>;
    const scans: number[] = [];
    const folds: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      scans.push(events / (await secondsOf(() => scan(ports.store))));
      for (const [name, projection] of Object.entries(projections)) {
        const fresh = { ...projection, name: `${projection.name}_${round}` };
        const collection = await openProjection(ports.documents, fresh);
        const target = { projection: fresh, collection };
        const seconds = await secondsOf(() => foldLog(ports.store, [target], BEGINNING));
        folds[name] = [...(folds[name] ?? []), events / seconds];
      }
    }
    line(`bare reading of ${events.toLocaleString('en')} events`, rate(median(scans)));
    for (const [name, speeds] of Object.entries(folds)) {
      line(
        `through the projection ${name}`,
        `${rate(median(speeds))}, ratio ${ratio(median(speeds) / median(scans))}`,
      );
    }
    await ports.close();
  });
}

async function scan(store: EventStore): Promise<void> {
  for (let after = BEGINNING; ; ) {
    const batch = await store.readAll({ after, limit: 2_000 });
    if (batch.caughtUp) return;
    after = batch.position;
  }
}
