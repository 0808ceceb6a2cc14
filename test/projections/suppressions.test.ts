import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { email } from '../../src/events/email.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import type { AnyProjection } from '../../src/follow/fold/projection.ts';
import { addressEvidence } from '../../src/projections/addressEvidence.ts';
import { suppressions } from '../../src/projections/suppressions.ts';
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

/** A bounce, complaint or unsubscription that came late, with what is left of it where its address is gone. */
const late = {
  Bounced: { bounceType: 'Permanent', bounceSubType: 'NoEmail', diagnosticCode: null, hard: true },
  Complained: {},
  Unsubscribed: { way: 'one click' },
};

test('what comes when the address is gone suppresses it all the same, and counts as evidence', async () => {
  const api = await apiFixture();
  for (const [n, [type, more]] of Object.entries(late).entries()) {
    const address = `late${n}@customer.test`;
    const suppressionId = suppressionIdOf(api.ledger.ids, api.workspace, address);
    const data = { deliveryId: suppressionId, suppressionId, sandbox: false, ...more };
    // The store checks events that are appended: this one is as it is read later.
    const [event] = newEvents(api.ledger, api.origin, [{ type, data }]);
    const recorded = {
      ...event,
      stream: `email-${api.ledger.ids.uuid()}`,
      revision: 3,
      position: positionAt(9),
    };
    await foldInto(suppressions as AnyProjection, api.models.suppressions, [recorded as RecordedEvent]);
    const stored = await api.models.suppressions.get(suppressionId);
    assert.is(stored?.document.address, null, type);
    const body = { from: 'a@b.co', to: address, subject: 's', text: 't' };
    const sent = await api.call('POST', '/v1/emails', { body, idempotencyKey: address });
    assert.equal(sent.body.suppressed_recipients, [address]);
    if (type === 'Bounced') assert.equal(addressEvidence.keys(recorded as never), [suppressionId]);
  }
  await api.close();
});

test('an unsubscription that was brought along is not undone by a link of this service', async () => {
  const api = await apiFixture();
  const address = 'ann@customer.test';
  const suppressionId = suppressionIdOf(api.ledger.ids, api.workspace, address);
  const imported = {
    from: 'plain',
    kind: 'unsubscribe',
    since: null,
    file: 'a.csv',
    place: 'line 2',
  } as const;
  const of = { deliveryId: api.ledger.ids.uuid(), suppressionId, recipient: address, sandbox: false };
  const events = newEvents(api.ledger, api.origin, [
    { type: 'SuppressionAdded', data: { address, reason: 'brought along', imported } },
    { type: 'Unsubscribed', data: { ...of, way: 'one click' } },
    { type: 'Resubscribed', data: of },
  ]);
  for (const [n, event] of events.entries()) {
    const stream = n === 0 ? `suppression-${suppressionId}` : `email-${of.deliveryId}`;
    const recorded = { ...event, stream, revision: n, position: positionAt(n + 1) } as RecordedEvent;
    await foldInto(suppressions as AnyProjection, api.models.suppressions, [recorded]);
    const { reason, unsubscribedFrom } = (await api.models.suppressions.get(suppressionId))?.document ?? {};
    assert.equal([reason, unsubscribedFrom], ['unsubscribe', null], event.type);
  }
  await api.close();
});

test.run();
