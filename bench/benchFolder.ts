import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does the work of a bench in a data folder of its own, removed afterwards. */
export async function inBenchFolder(work: (data: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'postledger-bench-'));
  try {
    await work(join(folder, 'data'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The environment of a service in that folder, on any free port and with a quiet log. */
export function serviceEnv(
  data: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { POSTLEDGER_DATA: data, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'error', ...more };
}

/** Seconds that a piece of work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** Times one call after another; resolves with the milliseconds of each. */
export async function timesOf(calls: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now();
    await call(n);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** A deterministic id of the shape of a uuid. */
export function uuidOf(kind: number, n: number): string {
  return `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${kind.toString(16).padStart(12, '0')}`;
}

/** A deterministic, well spread number below `below`. */
export function spread(n: number, below: number): number {
  return (Math.imul(n + 1, 2_654_435_761) >>> 0) % below;
}
