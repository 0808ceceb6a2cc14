import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveryToken } from '../../../src/commands/email/deliveryToken.ts';
import { decideSuppression } from '../../../src/commands/email/suppress.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { email } from '../../../src/events/email.ts';
import { suppressionIdOf } from '../../../src/events/suppression.ts';
import { storedModels } from '../../../src/projections/liveModels.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';

/** Ann has two mails, A and B, and other causes may suppress her too: what the undo of either page lifts, and says. */
const test = suite<{ ann: Ann }>('undoing in any order');

type Ann = Awaited<ReturnType<typeof annWithTwoMails>>;
type Mail = 'A' | 'B';

const ANN = 'ann@customer.test';
const ONE_MINUTE_MS = 60_000;

async function annWithTwoMails() {
  const api = await apiFixture();
  const ids = { A: await mailTo(api, 'A'), B: await mailTo(api, 'B') };
  const url = (mail: Mail) =>
    `/u/${deliveryToken(api.context.tokens, 'unsubscribe', { emailId: ids[mail], recipient: 0 })}`;
  /** A minute after what came before, so that no read model can lag. */
  const press = async (mail: Mail, action: 'unsubscribe' | 'resubscribe') => {
    api.clock.pass(ONE_MINUTE_MS);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await api.call('POST', url(mail), { body: `action=${action}`, headers, key: null })).text;
  };
  return {
    api,
    unsubscribe: (mail: Mail) => press(mail, 'unsubscribe'),
    undo: (mail: Mail) => press(mail, 'resubscribe'),
    look: async (mail: Mail) => {
      api.clock.pass(ONE_MINUTE_MS);
      return (await api.call('GET', url(mail), { key: null })).text;
    },
    complain: async (mail: Mail) => {
      const recorded = await email.read(api.ledger.store, ids[mail]);
      const [accepted] = recorded;
      assert.is(accepted?.type, 'EmailAccepted');
      const [{ deliveryId = '', suppressionId = '' } = {}] =
        accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
      const data = { deliveryId, suppressionId, recipient: ANN, sandbox: false };
      const complained = newEvents(api.ledger, api.origin, [{ type: 'Complained', data }]);
      await api.ledger.store.append(email.stream(ids[mail]), recorded.length - 1, complained);
    },
    suppress: () => decideSuppression(api.ledger, api.origin, { do: 'add', address: ANN, reason: 'asked' }),
    lift: () => decideSuppression(api.ledger, api.origin, { do: 'remove', address: ANN }),
    isSuppressed: async () =>
      (await storedModels(api.models).suppressionOf(suppressionIdOf(api.ledger.ids, api.workspace, ANN))) !==
      null,
    changes: async (mail: Mail) =>
      (await email.read(api.ledger.store, ids[mail]))
        .map(({ type }) => type)
        .filter((type) => type === 'Unsubscribed' || type === 'Resubscribed'),
  };
}

async function mailTo(api: ApiFixture, name: Mail): Promise<string> {
  const body = { from: 'news@acme.test', to: ANN, subject: name, text: 't', message_stream: 'broadcast' };
  return String((await api.call('POST', '/v1/emails', { body, idempotencyKey: name })).body.id);
}

test.before.each(async (context) => {
  context.ann = await annWithTwoMails();
});
test.after.each(({ ann }) => ann.api.close());

/** Nothing is promised that is not so: no subscription, and no button that would do nothing. */
function saysThatItStays(page: string): void {
  assert.match(page, 'You are unsubscribed.');
  assert.match(page, 'This link takes nothing back any more.');
  assert.not.match(page, '<button');
}

test('unsubscribed by A, then by B: A’s page lifts nothing and says so, B’s takes it back', async ({
  ann,
}) => {
  await ann.unsubscribe('A');
  assert.match(await ann.unsubscribe('B'), 'value="resubscribe"');
  saysThatItStays(await ann.look('A'));
  saysThatItStays(await ann.undo('A'));
  assert.is(await ann.isSuppressed(), true);
  assert.equal(
    await ann.changes('A'),
    ['Unsubscribed'],
    'what was not taken back is not recorded as taken back',
  );
  assert.match(await ann.undo('B'), 'You are subscribed again.');
  assert.is(await ann.isSuppressed(), false);
});

test('by A, taken back, then by B: A’s page taking it back again lifts nothing and says so', async ({
  ann,
}) => {
  await ann.unsubscribe('A');
  assert.match(await ann.undo('A'), 'You are subscribed again.');
  assert.match(await ann.undo('A'), 'You are subscribed again.', 'the button pressed twice');
  await ann.unsubscribe('B');
  saysThatItStays(await ann.undo('A'));
  assert.is(await ann.isSuppressed(), true);
  assert.equal(await ann.changes('A'), ['Unsubscribed', 'Resubscribed']);
});

for (const complained of ['A', 'B'] as const)
  test(`by A, then a complaint about ${complained}: the complaint stays, and A’s page says so`, async ({
    ann,
  }) => {
    await ann.unsubscribe('A');
    await ann.complain(complained);
    saysThatItStays(await ann.look('A'));
    saysThatItStays(await ann.undo('A'));
    assert.is(await ann.isSuppressed(), true);
    assert.equal(await ann.changes('A'), ['Unsubscribed']);
  });

test('suppressed by a complaint before: A’s page offers no undo from the beginning', async ({ ann }) => {
  await ann.complain('B');
  saysThatItStays(await ann.unsubscribe('A'));
  saysThatItStays(await ann.undo('A'));
  assert.is(await ann.isSuppressed(), true);
});

test('by A, lifted by an operator, who then suppresses: A’s page lifts nothing and says so', async ({
  ann,
}) => {
  await ann.unsubscribe('A');
  await ann.lift();
  await ann.suppress();
  saysThatItStays(await ann.undo('A'));
  assert.is(await ann.isSuppressed(), true);
  assert.equal(await ann.changes('A'), ['Unsubscribed']);
});

test('by A, lifted by an operator: the undo is taken, and lifts nothing more', async ({ ann }) => {
  await ann.unsubscribe('A');
  await ann.lift();
  assert.match(await ann.undo('A'), 'You are subscribed again.');
  assert.equal(await ann.changes('A'), ['Unsubscribed', 'Resubscribed']);
  assert.match(await ann.unsubscribe('A'), 'value="resubscribe"');
  assert.match(await ann.undo('A'), 'You are subscribed again.');
  assert.is(await ann.isSuppressed(), false);
});

test.run();
