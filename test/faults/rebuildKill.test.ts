// runs in: test:all
// timeout: 300 s

import { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliProcess } from '../cli/cliProcess.ts';
import { nodeArguments } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('a rebuild that is killed');
const folder = temporaryFolder();
const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: 'error' };
const CONTACTS = 300;
const STEPS = [
  ['before-fold', 3],
  ['before-exchange', 1],
  ['amid-exchange', 1],
  ['after-exchange', 1],
  ['amid-exchange', 9],
  ['amid-exchange', 18],
] as const;
const CRASHING = nodeArguments('test/faults/crashingRebuild');
let service: ServiceProcess;

test.before(async () => {
  service = await startServiceProcess({ env });
});
test.after(async () => {
  await service?.stop();
  folder.remove();
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(service.url + path, {
    ...init,
    headers: { authorization: `Bearer ${service.firstKey}`, 'content-type': 'application/json' },
  });

/** Answers once the read models hold the contact. */
async function saveContact(n: number): Promise<void> {
  const answer = await ask('/v1/contacts', {
    method: 'POST',
    body: JSON.stringify({ email: `person${n}@receiver.test` }),
  });
  assert.ok(answer.ok, await answer.text());
}

/** Runs a rebuild that dies at the step; resolves with the signal that ended it. */
function dyingRebuild(step: string, nth: number): Promise<string | null> {
  const child = spawn(process.execPath, [...CRASHING, step, String(nth)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
}

test('wherever it dies, the read models are whole and the service goes on', async () => {
  for (let n = 0; n < CONTACTS; n++) await saveContact(n);
  for (const [round, [step, nth]] of STEPS.entries()) {
    assert.is(await dyingRebuild(step, nth), 'SIGKILL', `${step} ${nth} was reached`);
    await saveContact(CONTACTS + round);
  }
  const left = await cliProcess(env, 'projections', 'verify');
  assert.is(left.exitCode, 0, left.stdout);
  const rebuilt = await cliProcess(env, 'projections', 'rebuild');
  assert.is(rebuilt.exitCode, 0, rebuilt.stderr);
  const verified = await cliProcess(env, 'projections', 'verify');
  assert.is(verified.exitCode, 0, verified.stdout);
  const seen = new Set<string>();
  for (let after = ''; ; ) {
    const { data, next_cursor } = (await (await ask(`/v1/contacts?limit=100${after}`)).json()) as {
      data: { email: string }[];
      next_cursor: string | null;
    };
    for (const { email } of data) seen.add(email);
    if (next_cursor === null) break;
    after = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  assert.is(seen.size, CONTACTS + STEPS.length);
  console.log(`${STEPS.length} rebuilds killed; read models: same as the log`);
});

test.run();
