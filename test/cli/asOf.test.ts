import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { email } from '../../src/events/email.ts';
import { plainPosition } from '../../src/events/event.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { plainEmail, recipient } from '../sender/senderBench.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const test = suite<{ cli: Terminal }>('audit as-of');

const [FIRST, SECOND] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

test.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
});

/** Accepts an email to ann, whose address bounces for good; then one more, to bob and her; then she is no longer suppressed. */
async function history({ ledger, run, clock }: Terminal) {
  const by = {
    workspace: workspaceInTerminal('default'),
    actor: 'key:1',
    correlation: FIRST,
    causation: null,
  };
  const append = async (id: string, at: number | 'no-stream', event: { type: string; data: unknown }) => {
    clock.pass(60_000);
    return (await ledger.store.append(email.stream(id), at, newEvents(ledger, by, [event]))).position;
  };
  const idOf = (address: string) => suppressionIdOf(ledger.ids, by.workspace, address);
  const to = (address: string, ...suppressedRecipients: string[]) => ({
    type: 'EmailAccepted',
    data: {
      ...plainEmail,
      recipients: [recipient(0, address, { suppressionId: idOf(address) })],
      suppressedRecipients,
    },
  });
  const accepted = await append(FIRST, 'no-stream', to('ann@a.example'));
  const ofAnn = {
    deliveryId: recipient(0, '').deliveryId,
    suppressionId: idOf('ann@a.example'),
    recipient: 'ann@a.example',
    sandbox: false,
  };
  const bounce = { bounceType: 'Permanent', bounceSubType: 'General', diagnosticCode: '550 no' };
  const bounced = await append(FIRST, 0, { type: 'Bounced', data: { ...ofAnn, ...bounce } });
  const second = await append(SECOND, 'no-stream', to('bob@a.example', 'ann@a.example'));
  clock.pass(60_000);
  assert.is((await run('suppressions remove ann@a.example')).exitCode, 0);
  return { accepted, bounced, second };
}

test('says whether the recipients of a message were suppressed when it was accepted, and by which event', async ({
  cli,
}) => {
  const { bounced } = await history(cli);
  const { data } = await cli.json(`audit as-of --message ${SECOND} suppressions`);
  const [bob, ann] = data.documents;
  assert.is(ann.name, 'ann@a.example');
  assert.is(ann.document.reason, 'bounce');
  assert.equal(
    [ann.last.type, ann.last.position, ann.last.stream],
    ['Bounced', bounced, email.stream(FIRST)],
  );
  assert.equal([bob.name, bob.document, bob.last], ['bob@a.example', null, null]);
  const before = await cli.json(`audit as-of --message ${FIRST} suppressions`);
  assert.is(before.data.documents[0].document, null, 'not yet, when the first was accepted');
  const { stdout } = await cli.run(`audit as-of --message ${SECOND} suppressions`);
  for (const words of ['ann@a.example', '550 no', 'Bounced', plainPosition(bounced)])
    assert.match(stdout, words);
});

test('the same by an address, a date, a position and a duration ago', async ({ cli }) => {
  const { accepted, bounced } = await history(cli);
  const reason = async (moment: string) => {
    const { data } = await cli.json(`audit as-of ${moment} suppressions Ann@a.example`);
    return data.documents[0].document?.reason ?? null;
  };
  assert.is(await reason(plainPosition(accepted)), null);
  assert.is(await reason(plainPosition(bounced)), 'bounce');
  assert.is(await reason('2026-01-01T00:02:30Z'), 'bounce');
  assert.is(await reason('2026-01-01T00:01:30Z'), null);
  assert.is(await reason('90s'), 'bounce');
  cli.clock.pass(1_000);
  assert.is(await reason('1s'), null, 'lifted since');
});

test('other read models: by key, by day, and that of the workspace', async ({ cli }) => {
  await history(cli);
  await cli.run('credits grant 10');
  const balance = await cli.json('audit as-of 1s balances');
  assert.is(balance.exitCode, 0);
  assert.is(balance.data.documents[0].name, workspaceInTerminal('default'));
  const day = await cli.json(`audit as-of --message ${SECOND} daily_analytics 2026-01-01`);
  assert.is(day.data.documents[0].last.type, 'EmailAccepted');
  const message = await cli.json(`audit as-of --message ${FIRST} messages ${FIRST}`);
  assert.is(message.data.documents[0].document.status, 'queued');
});

test('a workspace by its name or id, and ids in any letter case', async ({ cli }) => {
  await history(cli);
  await cli.run('workspaces create acme');
  await cli.run('credits grant 10 --workspace acme');
  const acme = workspaceInTerminal('acme');
  const typeOf = async (model: string, key: string, of = 'acme') => {
    const { data } = await cli.json(`audit as-of ${cli.store.log.length} ${model} ${key} --workspace ${of}`);
    return data.documents[0].last?.type ?? null;
  };
  for (const key of ['acme', acme, acme.toUpperCase()]) {
    assert.is(await typeOf('balances', key), 'CreditsGranted', key);
    assert.is(await typeOf('workspaces', key), 'WorkspaceOpened', key);
    assert.is(await typeOf('credit_months', `${key}/2026-01`), 'CreditsGranted', key);
  }
  const { data } = await cli.json('keys create --scopes all');
  assert.is(await typeOf('api_keys', data.id.toUpperCase(), 'default'), 'ApiKeyCreated');
  assert.match((await cli.run('audit as-of 1 balances nowhere')).stderr, 'there is no workspace nowhere');
});

test('what is wrong is named, with its exit code', async ({ cli }) => {
  await history(cli);
  const refused = async (line: string) => {
    const { exitCode, stderr } = await cli.run(`audit as-of ${line}`);
    return `${exitCode} ${stderr}`;
  };
  assert.match(await refused('yesterday suppressions a@b.example'), /^2 .*yesterday is no moment/s);
  assert.match(await refused('2999-01-01T00:00:00Z suppressions a@b.example'), /^2 .*is in the future/s);
  assert.match(await refused('1969-12-31T23:59:59Z suppressions a@b.example'), /^3 .*the log begins at/s);
  assert.match(await refused('999 suppressions a@b.example'), /^3 .*there is no position 999/s);
  assert.match(await refused('0 suppressions a@b.example'), /^3 .*the log begins at position 1/s);
  assert.match(await refused('0s suppressions a@b.example'), /^2 .*0s is no moment/s);
  await cli.run('workspaces create acme');
  assert.match(
    await refused(`--message ${FIRST} messages ${FIRST} --workspace acme`),
    /^3 .*there is no email/s,
  );
  assert.match(await refused(`1s messages ${FIRST} --workspace acme`), /^3 .*belongs to another workspace/s);
  assert.match(await refused('1 nothing a'), /^3 .*there is no read model nothing/s);
  assert.match(await refused('1 templates'), /^2 .*name the key of a document of templates/s);
  assert.match(await refused('1'), /^2 .*name a time/s);
  assert.match(await refused('1 suppressions a@b.example more'), /^2 /);
  assert.match(
    await refused(`--message ${'9'.repeat(8)}-9999-4999-8999-${'9'.repeat(12)} suppressions`),
    /^3 .*there is no email/s,
  );
  assert.match(await refused('--message x suppressions'), /^2 /);
});

test.run();
