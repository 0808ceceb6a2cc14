// runs in: test:all

import { Redis } from 'ioredis';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';
import { requires } from '../servers/requires.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const { redis: server } = await requires('redis');
const test = suite('two ledgers and one Redis');
const folder = temporaryFolder();
const running: ServiceProcess[] = [];
const envOf = (name: string, database: number) => ({
  POSTLEDGER_DATA: `${folder.path}/${name}`,
  REDIS_URL: `${server.url}/${database}`,
});

/** Starts a service and ends it; what a start that fails has said. */
async function start(env: Readonly<Record<string, string>>): Promise<string> {
  try {
    running.push(await startServiceProcess({ env }));
    return 'it runs';
  } catch (error) {
    return String(error);
  } finally {
    await running.pop()?.stop();
  }
}

async function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const host = { stdout: write, stderr: write, isWatched: false, open: openDependencies };
  await runCli(args, { env: { ...env, POSTLEDGER_LOG_LEVEL: 'silent' }, ...host });
  return said;
}

const REFUSED =
  /the database of Redis at REDIS_URL is that of ledger \S+, and the log is ledger \S+: name another database by its number/;

test('the second is refused in the database of the first, by its start, doctor and commands that take leases', async () => {
  assert.is(await start(envOf('b', 1)), 'it runs');
  assert.is(await start(envOf('a', 0)), 'it runs');
  assert.match(await start(envOf('b', 0)), REFUSED);
  assert.match(await run(envOf('b', 0), 'doctor'), REFUSED);
  assert.match(await run(envOf('b', 0), 'projections', 'rebuild', 'balances'), REFUSED);
  assert.match(await run(envOf('b', 1), 'doctor'), 'no other ledger uses this database');
  assert.not.match(await run(envOf('b', 1), 'projections', 'rebuild', 'balances'), REFUSED);
});

test('a database that was emptied is that of the next that starts, and not of a command', async () => {
  const admin = new Redis(server.url);
  await admin.flushall();
  admin.disconnect();
  assert.match(await run(envOf('a', 0), 'doctor'), 'no other ledger uses this database');
  assert.is(await start(envOf('b', 0)), 'it runs');
  assert.match(await run(envOf('a', 0), 'doctor'), REFUSED);
});

test.after(async () => {
  await server.stop();
  folder.remove();
});
test.run();
