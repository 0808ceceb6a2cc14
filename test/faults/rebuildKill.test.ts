// timeout: 300 s
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents.ts';
import { openEmbeddedLeases } from '../../src/adapters/embedded/leases.ts';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { wholeRole } from '../../src/runtime/partitions.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { SERVE_ENTRY, type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';

const test = suite('a rebuild that is killed');
const folder = temporaryFolder();
const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: 'error' };
const CONTACTS = 300;
/** When the command is killed: amid the folding, while it waits for the service, and after so many exchanges. */
const KILLED_AT = ['folding', 'alone', 1, 2, 5, 10, 15] as const;
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

function startRebuild(): { child: ChildProcess; ended: Promise<unknown> } {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVE_ENTRY, 'projections', 'rebuild'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

test('wherever it dies, the read models are whole and the service goes on', async () => {
  for (let n = 0; n < CONTACTS; n++) await saveContact(n);
  const leases = openEmbeddedLeases(join(folder.path, 'leases'), { clock: wallClock, ids: randomIds });
  const documents = openEmbeddedDocuments(join(folder.path, 'documents'));
  const unfinished = async () => (await documents.list()).filter((name) => name.endsWith('_next')).length;
  let killed = 0;
  for (const [round, moment] of KILLED_AT.entries()) {
    const { child, ended } = startRebuild();
    let most = 0;
    const isReached = async () => {
      const now = await unfinished();
      most = Math.max(most, now);
      if (moment === 'folding') return now > 0;
      const isAlone = await leases.isHeld(wholeRole('projector'));
      return moment === 'alone' ? isAlone : isAlone && most - now >= moment;
    };
    while (child.exitCode === null && !(await isReached())) await nextTurn();
    if (child.exitCode === null) killed++;
    child.kill('SIGKILL');
    await ended;
    await saveContact(CONTACTS + round);
  }
  await Promise.all([leases.close(), documents.close()]);
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
  assert.is(seen.size, CONTACTS + KILLED_AT.length);
  assert.is(killed, KILLED_AT.length, 'each was still at work when it was killed');
  console.log(`${killed} rebuilds killed at work; read models: same as the log`);
});

test.run();
