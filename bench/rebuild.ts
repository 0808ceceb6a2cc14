import { readSettings } from '../src/config.ts';
import type { Ports } from '../src/ports/ports.ts';
import { inBenchFolder } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { builds, fromBuild } from './otherBuild.ts';
import { line, median, rate, ratio } from './report.ts';

const ROUNDS = 6;
const EVENTS_A_MESSAGE = 3;
const PARTITIONS = 16;

/** All read models folded again, six times, each compared with the log. With BENCH_BASE: those of another build too. */
export async function run(events = 200_000): Promise<void> {
  const speeds = new Map<string, number[]>();
  for (const [name, build] of Object.entries(builds)) {
    const { openPorts } = await fromBuild<typeof import('../src/main/ports.ts')>(build, 'main/ports.js');
    await inBenchFolder(async (data) => {
      const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
      try {
        const appended = await appendMessages(ports.store, Math.ceil(events / EVENTS_A_MESSAGE));
        for (let round = 1; round <= ROUNDS; round++) {
          const { seconds, different, fault } = await rebuilt(build, ports);
          if (fault === null) speeds.set(name, [...(speeds.get(name) ?? []), appended / seconds]);
          line(
            `${name}: rebuild ${round} of ${appended.toLocaleString('en')} events`,
            fault ?? `${seconds.toFixed(1)} s, ${different} documents unlike the log`,
          );
        }
      } finally {
        await ports.close();
      }
    });
  }
  for (const [name, all] of speeds) line(`${name}: events a second`, rate(median(all)));
  const [base, own] = [speeds.get('base'), speeds.get('this')];
  if (base !== undefined && own !== undefined)
    line('this is so many times as fast', ratio(median(own) / median(base)));
}

async function rebuilt(build: string, { store, documents }: Ports) {
  const { projectionList, projectionsFor } = await fromBuild<
    typeof import('../src/projections/readModels.ts')
  >(build, 'projections/readModels.js');
  const { rebuildProjections } = await fromBuild<typeof import('../src/rebuild/rebuild.ts')>(
    build,
    'rebuild/rebuild.js',
    'runtime/rebuild/rebuild.js',
  );
  const { verifyProjections } = await fromBuild<typeof import('../src/rebuild/verify.ts')>(
    build,
    'rebuild/verify.js',
    'runtime/rebuild/verify.js',
  );
  const all = projectionList(projectionsFor(PARTITIONS));
  try {
    const startedAt = performance.now();
    await rebuildProjections(store, documents, all, (exchange) => exchange(() => {}));
    const seconds = (performance.now() - startedAt) / 1_000;
    const verdicts = await verifyProjections(store, documents, all, async () => {});
    const different = verdicts.reduce((sum, verdict) => sum + verdict.different.length, 0);
    return { seconds, different, fault: null };
  } catch (error) {
    return { seconds: 0, different: 0, fault: `failed: ${(error as Error).message}` };
  }
}
