import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/config.ts';
import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { builds, fromBuild } from './otherBuild.ts';
import { ROOM, startPinned } from './pinned.ts';
import { serviceMemory } from './processMemory.ts';
import { line } from './report.ts';

const EVENTS_A_MESSAGE = 3;
const SERVER_CORE = 0;
/** What an earlier boot or a power cut leaves of the read models, as either build stores them. */
const BOOT_FOLDER = 'documents';

/**
 * From the start of a service on a long log until it says that it runs: after a kill, after a reboot (the write-ahead
 * logs' shared memory is gone, and with it what was valid for one boot alone), and with the read models removed.
 * With BENCH_BASE: those of another build too.
 */
export async function run(events = 200_000): Promise<void> {
  for (const [name, build] of Object.entries(builds)) {
    await inBenchFolder(async (data) => {
      const { openPorts } = await fromBuild<typeof import('../src/main/ports.ts')>(build, 'main/ports.js');
      const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
      const appended = await appendMessages(ports.store, Math.ceil(events / EVENTS_A_MESSAGE));
      await ports.close();
      const report = (what: string, { seconds, mebibytes }: Started) =>
        line(
          `${name}: ${what}, ${appended.toLocaleString('en')} events`,
          `${seconds.toFixed(1)} s, ${mebibytes} MiB`,
        );
      report('first start, nothing folded', await started(build, data));
      report('after a kill', await started(build, data));
      forget(data, ['ledger.sqlite-shm', 'read-models.sqlite-shm', BOOT_FOLDER]);
      report('after a reboot', await started(build, data));
      forget(data, ['read-models.sqlite', 'read-models.sqlite-wal', 'read-models.sqlite-shm', BOOT_FOLDER]);
      report('with the read models removed', await started(build, data));
    });
  }
}

interface Started {
  readonly seconds: number;
  /** Own memory of all its processes once it runs. */
  readonly mebibytes: number;
}

/** Starts the build's service and kills it once it has said that it runs. */
async function started(build: string, data: string): Promise<Started> {
  const entry = new URL('cli/postledger.js', build).pathname;
  const startedAt = performance.now();
  const server = await startPinned(SERVER_CORE, [ROOM, entry, 'serve'], serviceEnv(data));
  const seconds = (performance.now() - startedAt) / 1_000;
  const mebibytes = Math.round(serviceMemory(server.pid).ownMiB);
  await server.kill();
  return { seconds, mebibytes };
}

function forget(data: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(data, name), { recursive: true, force: true });
}
