import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { email } from '../../src/events/email.ts';
import { simulated } from '../../src/sender/email/sandbox.ts';
import { acceptedAs } from '../api/compat/cases.ts';
import { apiFixture } from '../support/apiFixture.ts';

const test = suite('suppressions');

test('of the simulated recipients those that bounce for good or complain are suppressed', async () => {
  const api = await apiFixture();
  const to = ['bounce', 'complaint', 'transient', 'ooto', 'unsubscribe', 'click'].map(
    (name) => `${name}@example.com`,
  );
  const send = async (idempotencyKey: string) => {
    const body = { from: 'a@b.co', to, subject: 's', text: 't' };
    return (await api.call('POST', '/v1/emails', { body, idempotencyKey })).body;
  };
  const { id, ...first } = await send('one');
  assert.equal(first.suppressed_recipients as unknown, []);
  const recipients = acceptedAs(api, String(id))?.recipients ?? [];
  const outcomes = recipients.flatMap((recipient) => simulated(recipient, () => null));
  await api.ledger.store.append(email.stream(String(id)), 0, newEvents(api.ledger, api.origin, outcomes));
  assert.equal((await send('two')).suppressed_recipients as unknown, [
    'bounce@example.com',
    'complaint@example.com',
  ]);
  await api.close();
});

test.run();
