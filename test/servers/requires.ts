import { fileSkipped } from '../support/skipped.ts';
import { type RunningServer, runningMongo } from './runningMongo.ts';
import { type EngineName, startMongo, startRedis, type TestServer, whyMissing } from './servers.ts';

/**
 * The servers without which a test file has nothing to tell. Where one is missing, the process ends with the whole
 * file as skipped and the reason; in CI that is an error. Starts none of them: for files whose tests do that
 * themselves. To be called before a suite is registered.
 */
export function needs(...names: readonly EngineName[]): void {
  const reason = whyMissing(...names);
  if (reason !== null && process.env.CI) throw new Error(reason);
  if (reason !== null) fileSkipped(reason);
}

/** As `needs('redis', 'mongo')`; MONGODB_TEST_URL may name the second, for suites that neither kill nor fail it. */
export function needsEngines(): void {
  needs('redis');
  if (runningMongo() === null) needs('mongo');
}

/** As `needs`, and starts them. */
export async function requires<Name extends EngineName>(
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, TestServer>>> {
  needs(...names);
  const start = { redis: startRedis, mongo: startMongo };
  const started = await Promise.all(names.map(async (name) => [name, await start[name]()] as const));
  return Object.fromEntries(started) as Record<Name, TestServer>;
}

/** As `requires('mongo')`, or the server that MONGODB_TEST_URL names: for suites that only use it. */
export async function requiresMongo(): Promise<RunningServer> {
  return runningMongo() ?? (await requires('mongo')).mongo;
}
