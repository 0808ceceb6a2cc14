// runs in: test:all

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../src/cli/run.ts';
import { email } from '../../src/events/email.ts';
import { verifyWebhook } from '../../src/webhooks/verifyWebhook.ts';
import { terminal, workspaceInTerminal } from './terminal.ts';

const listen = suite('issue 27, 9: webhooks listen');

const ID = '0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11';

/** Runs `webhooks listen` on a ledger in memory, appends what happened once it listens, and ends it by Ctrl-C. */
async function heard(args: readonly string[], forwarded: () => number) {
  const cli = await terminal();
  await cli.run('workspaces create default');
  await cli.run('workspaces create acme');
  let stdout = '';
  let interrupt = () => {};
  const ended = runCli(['webhooks', 'listen', ...args], {
    env: {},
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stdout += text;
    },
    isWatched: false,
    onInterrupt: (listener) => {
      interrupt = listener;
    },
    open: async () => cli.context(),
  });
  const until = async (condition: () => boolean) => {
    for (let turn = 0; !condition() && turn < 2_000; turn++) await new Promise((done) => setTimeout(done, 5));
    assert.ok(condition(), stdout);
  };
  await until(() => stdout.includes('whsec_'));
  for (const [name, recipient] of [
    ['acme', 'other@example.org'],
    ['default', 'ann@example.org'],
  ] as const) {
    const metadata = {
      workspace: workspaceInTerminal(name),
      actor: 'sender',
      correlation: ID,
      causation: null,
    };
    const data = { deliveryId: ID, suppressionId: ID, recipient, sandbox: false, response: '250 ok' };
    const at = '2026-01-01T00:00:00.000Z';
    await cli.store.append(email.stream(cli.ledger.ids.uuid()), 'no-stream', [
      { id: cli.ledger.ids.uuid(), type: 'Delivered', data, metadata: { ...metadata, at, v: 1 } },
    ]);
  }
  await until(() => stdout.includes('ann@example.org') && forwarded() > 0);
  interrupt();
  return { exitCode: await ended, stdout, events: cli.store.log };
}

listen('events of the workspace are shown as they happen, verify, and are posted on as shown', async () => {
  const posts: { headers: Record<string, string>; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      posts.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { exitCode, stdout, events } = await heard(['--json', '--forward', url], () => posts.length);
  receiver.close();

  assert.is(exitCode, 0);
  const [first, shown, ...more] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(more, [], 'nothing of the other workspace');
  assert.is(shown.type, 'delivered');
  assert.is(shown.answer, '204');
  assert.is(JSON.parse(shown.body).id, events.at(-1)?.id);
  const [post] = posts;
  const nowMs = () => Number(shown.headers['webhook-timestamp']) * 1_000;
  assert.is(post?.body, shown.body);
  for (const { headers, body } of [shown, ...posts]) {
    const verified = verifyWebhook(body, headers, first.secret, { nowMs });
    assert.is(verified.type, 'delivered');
  }
  assert.throws(() => verifyWebhook(shown.body, shown.headers, 'whsec_other', { nowMs }));
});

listen(
  'people see the payload with its signature, what the receiver lacked, and a count at the end',
  async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const url = `http://127.0.0.1:${port}/hook`;
    const { exitCode, stdout } = await heard(['--forward', url], () => 1);
    assert.is(exitCode, 0);
    assert.match(stdout, /^Events of workspace default, from now on\. They are signed with whsec_\S{43}\n/);
    assert.match(
      stdout,
      /\ndelivered\n {2}webhook-id: .+\n {2}webhook-timestamp: .+\n {2}webhook-signature: v1=/,
    );
    assert.match(stdout, /\n {2}-> not posted: .*ECONNREFUSED/);
    assert.match(stdout, `\n1 event shown, 0 of them taken by ${url}.\n`);
  },
);

listen('what is no web address is refused', async () => {
  const cli = await terminal();
  const { exitCode, stderr } = await cli.run('webhooks listen --forward localhost:3000');
  assert.is(exitCode, 2);
  assert.match(stderr, 'It must be a web address');
});

listen('credits say that nothing is limited by them', async () => {
  const cli = await terminal();
  await cli.run('workspaces create default');
  assert.match((await cli.run('credits balance')).stdout, 'nothing is refused or held back');
});

listen.run();
