// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serviceNotes } from '../../src/adapters/node/serviceNotes.ts';
import { eventually } from '../e2e/eventually.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess, cliProcessUntil } from './cliProcess.ts';

const running = suite('next to a running service');
const folder = temporaryFolder();
const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: 'error' };
let service: ServiceProcess;

running.before(async () => {
  service = await startServiceProcess({ env });
});
running.after(async () => {
  await service?.stop();
  assert.equal(await serviceNotes(folder.path), { running: [], stale: [] });
  folder.remove();
});

async function json<Answer>(...args: string[]): Promise<Answer> {
  const { exitCode, stdout, stderr } = await cliProcess(env, ...args, '--json');
  assert.is(exitCode, 0, stderr);
  assert.is(stderr, '');
  return JSON.parse(stdout) as Answer;
}

async function statusWith(key: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/webhooks`, { headers: { authorization: `Bearer ${key}` } });
  await answer.body?.cancel();
  return answer.status;
}

running('a key works as soon as it is printed, and not for long after it was revoked', async () => {
  const { id, key } = await json<{ id: string; key: string }>('keys', 'create', '--scopes', 'all');
  assert.is(await statusWith(key), 200);
  await json('keys', 'revoke', id);
  await eventually('it is refused', async () => (await statusWith(key)) === 401);
});

running('issue 55, 1: it says of itself where it listens, and commands go by that', async () => {
  const { running: notes } = await serviceNotes(folder.path);
  assert.is(notes.length, 1);
  const [note] = notes;
  assert.is(note?.listeners.api, service.url);
  assert.is(note?.address, 'http://127.0.0.1:0');
  assert.not.match(JSON.stringify(note), service.firstKey ?? 'no key');
  const { stdout, stderr } = await cliProcess(env, 'workspaces', 'list');
  assert.match(stdout, 'default');
  assert.match(stderr, `postledger: the service at ${service.url}, on ${folder.path}`);
});

running('an address that an operator suppressed is not sent to', async () => {
  await json('suppressions', 'add', 'gone@example.com');
  const answer = await fetch(`${service.url}/v1/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'suppressed-1',
    },
    body: JSON.stringify({ from: 'a@sender.test', to: 'gone@example.com', subject: 's', text: 't' }),
  });
  const receipt = (await answer.json()) as { id: string; suppressed_recipients: string[] };
  assert.equal(receipt.suppressed_recipients, ['gone@example.com']);
  const history = await cliProcess(env, 'audit', 'show', receipt.id);
  assert.match(history.stdout, 'suppressed: gone@example.com');
});

running('issue 27, 9: webhooks listen shows a send, from another process, without an endpoint', async () => {
  await json('workspaces', 'create', 'listened');
  const { key } = await json<{ key: string }>('keys', 'create', '--scopes', 'all', '--workspace', 'listened');
  let isOver = false;
  const sending = async () => {
    // Again and again: it shows what happens once it listens.
    for (let n = 0; !isOver; n++) {
      const answer = await fetch(`${service.url}/v1/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `listened-${n}`,
        },
        body: JSON.stringify({ from: 'a@b.test', to: 'transactional@example.com', subject: 's', text: 't' }),
      });
      assert.is(answer.status, 202);
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const sent = sending();
  const shown = await cliProcessUntil(
    /"type":"email\.delivered".*\n/,
    env,
    'webhooks',
    'listen',
    '--workspace',
    'listened',
  );
  isOver = true;
  await sent;
  assert.match(shown.stdout, /^Events of workspace listened, from now on/);
  assert.match(shown.stdout, /\nemail\.delivered\n {2}webhook-id: .+/);
});

running('read models are rebuilt while the service takes messages in and answers from them', async () => {
  let rebuilding = true;
  const answers: number[] = [];
  const send = async (n: number) => {
    const answer = await fetch(`${service.url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.firstKey}`,
        'content-type': 'application/json',
        'idempotency-key': `rebuild-${n}`,
      },
      body: JSON.stringify({ from: 'a@sender.test', to: 'gone@example.com', subject: 's', text: 't' }),
    });
    const receipt = (await answer.json()) as { suppressed_recipients: string[] };
    assert.equal(receipt.suppressed_recipients, ['gone@example.com'], 'no read model is ever seen empty');
    answers.push(answer.status);
  };
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let n = 0; rebuilding; n++) await send(n * 4 + client);
  });
  const rebuild = await cliProcess(env, 'projections', 'rebuild');
  rebuilding = false;
  await Promise.all(clients);
  assert.is(rebuild.exitCode, 0, rebuild.stderr);
  assert.ok(answers.length > 20 && answers.every((status) => status === 202), `${answers.length} answers`);
  const { key } = await json<{ key: string }>('keys', 'create', '--scopes', 'all');
  assert.is(await statusWith(key), 200, 'the service projects on');
  const verdicts = await json<{ different: string[] }[]>('projections', 'verify');
  assert.ok(verdicts.every(({ different }) => different.length === 0));
});

running('doctor finds nothing wrong, and says so', async () => {
  const { port } = new URL(service.url);
  const { exitCode, stdout } = await cliProcess({ ...env, POSTLEDGER_PORT: port }, 'doctor');
  assert.is(exitCode, 0, stdout);
  assert.match(stdout, `ready at http://127.0.0.1:${port}/readyz`);
  assert.match(stdout, 'Nothing is wrong.');
});

running('after the service stopped, commands answer the same', async () => {
  await service.stop();
  await json('suppressions', 'remove', 'gone@example.com');
  assert.equal(await json('suppressions', 'list'), []);
  await json('credits', 'grant', '50');
  const { balance } = await json<{ balance: number }>('credits', 'balance');
  assert.is(balance, 50);
  const rebuilt = await cliProcess(env, 'projections', 'rebuild');
  assert.is(rebuilt.exitCode, 0, rebuilt.stderr);
  assert.is((await json<{ balance: number }>('credits', 'balance')).balance, 50);
});

running.run();
