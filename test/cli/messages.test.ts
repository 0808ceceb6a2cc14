// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { batchEmailIdOf, emailIdOf } from '../../src/commands/email/emailIds.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { smsIdOf } from '../../src/commands/sms/acceptSms.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const test = suite<{ cli: Terminal }>('messages find');
const W = workspaceInTerminal('default');
const CAMPAIGN = '00000000-0000-4000-8000-0000000000c1';

test.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
});

async function appended({ ledger, store }: Terminal, stream: string, type: string, data: object) {
  const origin = { workspace: W, actor: 'key:1', correlation: W, causation: null };
  await store.append(stream, 'no-stream', newEvents(ledger, origin, [{ type, data }]));
}

const email = (name: string, more: object = {}) => ({
  ...{ from: 'shop@example.org', subject: `For ${name}`, tags: ['a'], suppressedRecipients: [], credits: 1 },
  ...{ scheduledFor: null, batchId: null, batch: null, template: null, campaign: null },
  recipients: [
    {
      deliveryId: `d-${name}`,
      suppressionId: `d-${name}`,
      address: `${name}@example.org`,
      kind: 'to',
      sandbox: false,
    },
  ],
  ...more,
});

test('a key outside of ASCII is found as HTTP brought it: in UTF-8, byte by byte', async ({ cli }) => {
  const ids = ['latin1', 'utf8'].map((encoding) =>
    emailIdOf(cli.ledger.ids, W, Buffer.from('clé', encoding as BufferEncoding).toString('latin1')),
  );
  for (const id of ids) await appended(cli, `email-${id}`, 'EmailAccepted', email('ann'));
  const { messages } = (await cli.json('messages find --key clé')).data;
  assert.equal(messages.map(({ id }: { id: string }) => id).sort(), [...ids].sort());
});

test('messages are found by each condition, newest first, with all that is known of them', async ({
  cli,
}) => {
  await appended(
    cli,
    `email-${emailIdOf(cli.ledger.ids, W, 'one')}`,
    'EmailAccepted',
    email('ann', { tags: ['a', 'b'] }),
  );
  await appended(
    cli,
    `email-${emailIdOf(cli.ledger.ids, W, 'two')}`,
    'EmailAccepted',
    email('bob', { campaign: { campaignId: CAMPAIGN } }),
  );
  await appended(cli, `sms-${smsIdOf(cli.ledger.ids, W, 'three')}`, 'SmsAccepted', {
    ...{ from: '+4912', to: '+4934', templateId: CAMPAIGN, credits: 1, tags: [] },
  });
  const idsOf = async (options: string) => {
    const { data } = await cli.json(`messages find ${options}`);
    return data.messages.map(({ id }: { id: string }) => id);
  };
  const [one, two, three] = [
    emailIdOf(cli.ledger.ids, W, 'one'),
    emailIdOf(cli.ledger.ids, W, 'two'),
    smsIdOf(cli.ledger.ids, W, 'three'),
  ];
  assert.equal((await idsOf('--limit 10')).sort(), [one, two, three].sort());
  assert.equal(await idsOf('--to Ann@example.org'), [one]);
  assert.equal(await idsOf('--to +4934'), [three]);
  assert.equal(await idsOf('--tag b'), [one]);
  assert.equal(await idsOf(`--campaign ${CAMPAIGN}`), [two]);
  assert.equal(await idsOf(`--template ${CAMPAIGN}`), [three]);
  assert.equal(await idsOf('--status bounced'), []);
  assert.equal(await idsOf('--since 2099-01-01T00:00:00Z'), []);
  assert.equal(await idsOf('--until 2000-01-01T00:00:00Z'), []);
  assert.equal(await idsOf('--key two'), [two]);
  assert.equal(await idsOf('--key three'), [three]);
  assert.equal(await idsOf('--key four'), []);
  const { messages } = (await cli.json('messages find --tag b')).data;
  assert.equal(messages[0].recipients, [
    { address: 'ann@example.org', kind: 'to', status: 'queued', delivery_id: 'd-ann' },
  ]);
  const { stdout } = await cli.run('messages find --tag b');
  assert.match(stdout, new RegExp(`^ID .*\\n${one} +.* queued +email +ann@example.org +a, b +For ann`));
  assert.match((await cli.run('messages find --tag none')).stdout, 'There are no such messages.');
});

test("a batch's messages are found by its key, in their order", async ({ cli }) => {
  const ids = [0, 1, 2].map((rank) => batchEmailIdOf(cli.ledger.ids, W, 'email-batch', 'many', rank));
  for (const [index, id] of ids.entries())
    await appended(cli, `email-${id}`, 'EmailAccepted', email(`p${index}`, { batch: { index, size: 3 } }));
  const { messages } = (await cli.json('messages find --key many')).data;
  assert.equal(
    messages.map(({ id }: { id: string }) => id),
    ids,
  );
});

test('a cursor goes on where the answer ended, and the last answer has none', async ({ cli }) => {
  for (let n = 0; n < 5; n++)
    await appended(cli, `email-${emailIdOf(cli.ledger.ids, W, `${n}`)}`, 'EmailAccepted', email(`p${n}`));
  const first = await cli.json('messages find --limit 3');
  const { stderr } = await cli.run('messages find --limit 3');
  assert.match(stderr, `--cursor ${first.data.next}`);
  const second = await cli.json(`messages find --limit 3 --cursor ${first.data.next}`);
  assert.is(second.data.next, null);
  const all = [...first.data.messages, ...second.data.messages].map(({ id }: { id: string }) => id);
  assert.is(new Set(all).size, 5);
});

test('what cannot be asked is refused by its name', async ({ cli }) => {
  for (const [line, fault] of [
    ['--status opened', '--status'],
    ['--cursor mine', '--cursor'],
    ['--limit 0', '--limit'],
    ['--campaign c', '--campaign'],
    ['--since yesterday', '--since'],
    ['--key k --tag a', "'--key <key>' cannot be used with option '--tag <tag>'"],
    ['--key k --limit 5', "'--key <key>' cannot be used with option '--limit <n>'"],
    ['--key k --since 2h', "'--key <key>' cannot be used with option '--since <time>'"],
  ]) {
    const { exitCode, stderr } = await cli.run(`messages find ${line}`);
    assert.is(exitCode, 2, line);
    assert.match(stderr, fault ?? '');
  }
  assert.is((await cli.run('messages find --workspace other')).exitCode, 3);
});

test('issue 54, 2: the subject as receivers read it: as it was sent, or rendered now', async ({ cli }) => {
  const template = { templateId: CAMPAIGN, revision: 1, variables: null };
  const own = { subject: 'Order {{ n }}', template, tags: ['t'] };
  const id = (n: number) => `00000000-0000-4000-8000-0000000000d${n}`;
  for (const n of [1, 2]) await appended(cli, `email-${id(n)}`, 'EmailAccepted', email(`ann${n}`, own));
  const origin = { workspace: W, actor: 'sender', correlation: W, causation: null };
  const data = { deliveryId: 'd-ann2', recipient: 'ann2@example.org', subject: 'Order 7' };
  const submitted = newEvents(cli.ledger, origin, [{ type: 'Submitted', data }]);
  await cli.store.append(`email-${id(2)}`, 0, submitted);
  const { messages } = (await cli.json('messages find --tag t')).data;
  const subjects = (messages as readonly { subject: string }[]).map(({ subject }) => subject);
  assert.equal(subjects.toSorted(), ['Order 7', 'Order-n-']);
  assert.match((await cli.run('messages find --tag t')).stdout, 'Order-n-');
});

test.run();
