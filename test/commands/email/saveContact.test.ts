import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { contactDecider, normalisedAddress, saveContact } from '../../../src/commands/email/saveContact.ts';
import { type ContactEvent, contact, contactIdOf } from '../../../src/events/contact.ts';
import { given } from '../../support/given.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { namesOfTests, seededIds } from '../../support/seededIds.ts';

const test = suite('saveContact');

const email = 'ann@customer.test';
const saved = (data: object): ContactEvent => ({ type: 'ContactSaved', data: { email, ...data } });

test('a new contact is saved with what is given', () => {
  given(contactDecider).when({ email }).then(saved({}));
  given(contactDecider)
    .when({ email, firstName: 'Ann', tags: ['a'], subscribed: false, phone: null })
    .then(saved({ firstName: 'Ann', tags: ['a'], subscribed: false, phone: null }));
});

test('an update says only what has changed', () => {
  given(contactDecider, saved({ firstName: 'Ann', lastName: 'Ek', tags: ['a'] }))
    .when({ email, firstName: 'Anna', lastName: 'Ek', tags: ['a'] })
    .then(saved({ firstName: 'Anna' }));
});

test('an upsert without news saves nothing', () => {
  const known = saved({
    firstName: null,
    tags: ['a', 'b'],
    subscribed: true,
    customFields: { inline: '{}' },
  });
  given(contactDecider, known)
    .when({ email, firstName: null, tags: ['a', 'b'], subscribed: true, customFields: { inline: '{}' } })
    .then();
  given(contactDecider, known).when({ email }).then();
});

test('null is news after a value, and tags by their order', () => {
  given(contactDecider, saved({ phone: '1' }))
    .when({ email, phone: null })
    .then(saved({ phone: null }));
  given(contactDecider, saved({ tags: ['a', 'b'] }))
    .when({ email, tags: ['b', 'a'] })
    .then(saved({ tags: ['b', 'a'] }));
});

test('another spelling of the address is news', () => {
  given(contactDecider, saved({}))
    .when({ email: 'Ann@customer.test' })
    .then({ type: 'ContactSaved', data: { email: 'Ann@customer.test' } });
});

test('an address is normalised in its domain alone, and its id ignores letter case', () => {
  assert.is(normalisedAddress('Ann.B@Customer.TEST'), 'Ann.B@customer.test');
  assert.is(
    contactIdOf(namesOfTests, 'w', 'Ann@customer.test'),
    contactIdOf(namesOfTests, 'w', 'aNN@customer.test'),
  );
  assert.is.not(contactIdOf(namesOfTests, 'w', email), contactIdOf(namesOfTests, 'v', email));
});

test('racing upserts of one contact all apply', async () => {
  const store = memoryEventStore();
  const origin = { workspace: 'w', actor: 'key:k', correlation: 'c', causation: null };
  const upserts = [{ firstName: 'Ann' }, { lastName: 'Ek' }, { phone: '1' }, { tags: ['a'] }];
  await Promise.all(
    upserts.map((fields, n) =>
      saveContact({ store, clock: manualClock(), ids: seededIds(`${n}`) }, origin, { email, ...fields }),
    ),
  );
  const recorded = await store.readStream(contact.stream(contactIdOf(namesOfTests, 'w', email)));
  const known = Object.assign({}, ...recorded.map(({ data }) => data));
  assert.equal(known, { email, firstName: 'Ann', lastName: 'Ek', phone: '1', tags: ['a'] });
});

test.run();
