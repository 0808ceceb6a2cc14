import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { pinMyself, startService } from './pinned.ts';
import { type ProcessMemory, serviceMemory } from './processMemory.ts';
import { line, rate, ratio } from './report.ts';
import { generateSends } from './sends.ts';

const STAGES = 20;
const CONNECTIONS = 64;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Memory of the service, all roles, while it accepts messages: flat when the last figure is about the first. */
export async function run(messages = 100_000): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    // Accepted messages pile up: the queue of a million is part of the measurement.
    const server = await startService(SERVER_CORE, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: '1' }));
    const seen: { readonly accepted: number; readonly memory: ProcessMemory }[] = [];
    const startedAt = performance.now();
    let accepted = 0;
    for (let stage = 0; stage < STAGES; stage++) {
      const { answers } = await generateSends(server, {
        connections: CONNECTIONS,
        durationMs: 3_600_000,
        maxRequests: Math.ceil(messages / STAGES),
      });
      accepted += answers;
      seen.push({ accepted, memory: serviceMemory(server.pid) });
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const { accepted: count, memory } of seen) {
      const [rss, own] = [memory.rssMiB.toFixed(0), memory.ownMiB.toFixed(0)];
      line(`after ${count.toLocaleString('en')}`, `rss ${rss} MiB, own ${own} MiB`);
    }
    // The first stage warms up: code is compiled, heaps find their size.
    const [, first] = seen;
    const last = seen.at(-1);
    if (first !== undefined && last !== undefined)
      line('own memory: last over second sample', ratio(last.memory.ownMiB / first.memory.ownMiB));
    line('accepted meanwhile', rate(accepted / seconds));
    await server.stop();
  });
}
