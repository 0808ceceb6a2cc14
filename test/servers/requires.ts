import { fileSkipped } from '../support/skipped.ts';
import { type RunningServer, runningMongo } from './runningMongo.ts';
import { type EngineName, startMongo, startRedis, type TestServer, whyMissing } from './servers.ts';

/**
 * The servers without which a test file has nothing to tell: starts them, or ends the process with the whole file
 * as skipped and the reason, before a test is registered. In CI a missing one is an error.
 */
export async function requires<Name extends EngineName>(
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, TestServer>>> {
  const reason = whyMissing(...names);
  if (reason !== null && process.env.CI) throw new Error(reason);
  if (reason !== null) return fileSkipped(reason);
  const start = { redis: startRedis, mongo: startMongo };
  const started = await Promise.all(names.map(async (name) => [name, await start[name]()] as const));
  return Object.fromEntries(started) as Record<Name, TestServer>;
}

/** As `requires('mongo')`, or the server that MONGODB_TEST_URL names: for suites that only use it. */
export async function requiresMongo(): Promise<RunningServer> {
  return runningMongo() ?? (await requires('mongo')).mongo;
}
