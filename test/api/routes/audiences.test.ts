// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAudience } from '../../../src/commands/email/createAudience.ts';
import { saveContact } from '../../../src/commands/email/saveContact.ts';
import { Refusal } from '../../../src/commands/kernel/refusal.ts';
import { openWorkspace } from '../../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../../src/commands/workspace/scopes.ts';
import { contact, contactIdOf } from '../../../src/events/contact.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { contacts, contactsAmong } from '../../../src/projections/contacts.ts';
import { type ApiFixture, apiFixture, listOf } from '../../support/apiFixture.ts';
import { countingReads } from '../../support/countingReads.ts';
import { BadAt, issuePaths, tryFieldTable } from '../../support/fieldTable.ts';

const test = suite('audiences');

const FOREIGN = '00000000-0000-4000-8000-000000000000';
const listed = async (api: ApiFixture, key = api.key) =>
  listOf((await api.call('GET', '/v1/audiences', { key })).body.data);

/** Contacts put into the read model alone: a hundred thousand upserts would take the test's time. */
async function manyContacts(api: ApiFixture, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) =>
    contactIdOf(api.ledger.ids, api.workspace, `c${n}@customer.test`),
  );
  const position = await api.store.head();
  const metadata = { v: 1, ...api.origin, at: '2026-01-01T00:00:00.000Z' };
  const writes = ids.map((key, n) => {
    const data = { email: `c${n}@customer.test` };
    const event = { id: key, stream: contact.stream(key), revision: 0, position, metadata, data };
    return { key, position, document: contacts.fold(null, { ...event, type: 'ContactSaved' }, key) };
  });
  await api.models.contacts.writeMany(writes);
  return ids;
}

test('an audience is created with its count and listed', async () => {
  const api = await apiFixture();
  const [a = '', b = ''] = await manyContacts(api, 2);
  const body = { name: 'Customers', description: 'All', contact_ids: [a, b, a.toUpperCase()] };
  const made = await api.call('POST', '/v1/audiences', { body });
  assert.is(made.status, 201);
  assert.equal(made.body as unknown, {
    id: made.body.id,
    name: 'Customers',
    description: 'All',
    contact_count: 2,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  await api.clock.advance(1);
  const empty = await api.call('POST', '/v1/audiences', { body: { name: 'Empty so far' } });
  assert.equal([empty.body.description, empty.body.contact_count] as unknown[], [null, 0]);
  assert.equal(await listed(api), [empty.body, made.body]);
  await api.close();
});

test('a hundred thousand contacts go in chunks below the size of an append', async () => {
  const api = await apiFixture();
  const ids = await manyContacts(api, 100_000);
  const made = await api.call('POST', '/v1/audiences', { body: { name: 'All', contact_ids: ids } });
  assert.is(made.status, 201, made.text);
  assert.is(made.body.contact_count as unknown, 100_000);
  const chunks = api.store.log.filter(({ type }) => type === 'AudienceContactsAdded');
  assert.is(chunks.length, 10);
  const added = chunks.flatMap(({ data }) => (data as { contactIds: string[] }).contactIds);
  assert.equal(added, ids);
  const above = await api.call('POST', '/v1/audiences', {
    body: { name: 'x', contact_ids: [...ids, ids[0]] },
  });
  assert.equal([above.status, issuePaths(above)], [422, ['/contact_ids']]);
  await api.close();
});

test('foreign contacts are named, the first hundred of them, with their count', async () => {
  const api = await apiFixture();
  const [own = ''] = await manyContacts(api, 1);
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, 'other');
  const theirs = await saveContact(api.ledger, { ...api.origin, workspace }, { email: 'x@y.co' });
  const before = api.store.log.length;
  const one = await api.call('POST', '/v1/audiences', {
    body: { name: 'x', contact_ids: [own, theirs.contactId, own, FOREIGN, FOREIGN] },
  });
  assert.equal([one.status, issuePaths(one)], [422, ['/contact_ids', '/contact_ids/1', '/contact_ids/3']]);
  assert.match(one.text, 'holds 2 contacts');
  assert.match(one.text, theirs.contactId);

  const many = Array.from({ length: 1234 }, (_, n) => contactIdOf(api.ledger.ids, 'nowhere', `${n}`));
  for (const [count, says] of [
    [987, 'holds 987 contacts that'],
    [1234, 'holds 1000 contacts or more that'],
  ] as const) {
    const body = { name: 'x', contact_ids: many.slice(0, count) };
    const all = await api.call('POST', '/v1/audiences', { body });
    assert.is(issuePaths(all).length, 101);
    assert.match(all.text, says);
  }
  assert.is(api.store.log.length, before, 'nothing was stored');
  await api.close();
});

test('a contact that the read model has not met yet is found in the log', async () => {
  const api = await apiFixture({ autoProject: false });
  const { contactId } = await saveContact(api.ledger, api.origin, { email: 'a@b.co' });
  const contactsOf = (workspace: string, ids: readonly string[]) =>
    contactsAmong(api.models.contacts, workspace, ids);
  const fields = { name: 'x', description: null, contactIds: [contactId] };
  await createAudience(api.ledger, contactsOf, api.origin, fields);
  await api.close();
});

test('however many contacts the read model has not met yet, they are found in the log', async () => {
  const api = await apiFixture({ autoProject: false });
  const ids: string[] = [];
  for (let n = 0; n < 2_000; n++)
    ids.push((await saveContact(api.ledger, api.origin, { email: `c${n}@customer.test` })).contactId);
  const { store, during } = countingReads(api.ledger.store);
  const none = async () => new Set<string>();
  const create = (contactIds: readonly string[]) =>
    createAudience({ ...api.ledger, store }, none, api.origin, { name: 'x', description: null, contactIds });
  await create(ids);
  const created = api.store.log.find(({ type }) => type === 'AudienceCreated');
  assert.is((created?.data as { contactCount: number } | undefined)?.contactCount, 2_000);

  const foreign = Array.from({ length: 100_000 }, (_, n) => contactIdOf(api.ledger.ids, 'nowhere', `${n}`));
  let refusal: unknown;
  const { reads } = await during(async () => {
    refusal = await create([...foreign, ...ids]).catch((error: unknown) => error);
  });
  assert.instance(refusal, Refusal);
  assert.is(reads, 1_000, 'contacts that are really of others cost little');
  await api.close();
});

test('a crash halfway leaves no half audience listed', async () => {
  const api = await apiFixture();
  const ids = await manyContacts(api, 25_000);
  const contactsOf = (workspace: string, some: readonly string[]) =>
    contactsAmong(api.models.contacts, workspace, some);
  const fields = { name: 'Half', description: null, contactIds: ids };
  for (const survives of [1, 2]) {
    let appends = 0;
    const store = {
      ...api.ledger.store,
      append: (...call: Parameters<typeof api.ledger.store.append>) =>
        appends++ < survives
          ? api.ledger.store.append(...call)
          : Promise.reject(new EventStoreUnavailable('killed')),
    };
    const attempt = createAudience({ ...api.ledger, store }, contactsOf, api.origin, fields);
    assert.instance(await attempt.catch((error: unknown) => error), EventStoreUnavailable);
    assert.is(api.store.log.filter(({ type }) => type === 'AudienceCreated').length, survives);
    assert.equal(await listed(api), []);
  }
  await createAudience(api.ledger, contactsOf, api.origin, fields);
  assert.equal((await listed(api)).map((one) => one.contact_count) as unknown[], [25_000]);
  await api.close();
});

test('a workspace sees its own audiences', async () => {
  const api = await apiFixture();
  await api.call('POST', '/v1/audiences', { body: { name: 'Mine' } });
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, 'other');
  assert.equal(await listed(api, await api.keyWith(SCOPES, { workspace })), []);
  await api.close();
});

test('the fields of an audience, table by table', async () => {
  const api = await apiFixture();
  const [own = ''] = await manyContacts(api, 1);
  const tried = await tryFieldTable({
    body: () => ({ name: 'Customers' }),
    rows: [
      { field: 'name', good: ['x', 'x'.repeat(200)], bad: ['', 'x'.repeat(201), 1, []] },
      { field: 'description', optional: true, good: ['', 'x'.repeat(1000)], bad: ['x'.repeat(1001), 1] },
      {
        field: 'contact_ids',
        optional: true,
        good: [[], [own], [own, own.toUpperCase()]],
        bad: [
          own,
          {},
          new BadAt([own, 'x'], '/contact_ids/1'),
          new BadAt([own, ''], '/contact_ids/1'),
          new BadAt([`${own}\n`], '/contact_ids/0'),
          new BadAt([1], '/contact_ids/0'),
          new BadAt([own, FOREIGN], '/contact_ids/1'),
        ],
      },
    ],
    send: (body) => api.call('POST', '/v1/audiences', { body: JSON.stringify(body) }),
    status: 201,
    stored: () => api.store.log.length,
  });
  console.log(`  ${tried} cases of POST /v1/audiences`);
  await api.close();
});

test.run();
