// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveryLocalPart } from '../../src/commands/email/deliveryToken.ts';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { newEvents, type Origin } from '../../src/commands/kernel/ledger.ts';
import { decideSuspension } from '../../src/commands/workspace/suspension.ts';
import { email } from '../../src/events/email.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { collectionOf, openProjection } from '../../src/follow/fold/projection.ts';
import { contacts } from '../../src/projections/contacts.ts';
import { suppressions } from '../../src/projections/suppressions.ts';
import { workspaces } from '../../src/projections/workspaces.ts';
import { type Client, client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { type GatedServices, gatedServices } from './gatedService.ts';

const test = suite<{ fixture: GatedServices; api: Client; origin: Origin }>('a projector that lags');

const ONE_HOUR_MS = 3_600_000;
const PEOPLE = Array.from({ length: 5 }, (_, n) => `p${n}@customer.test`);
const [SUPPRESSIONS, CONTACTS, WORKSPACES] = [suppressions, contacts, workspaces].map(
  (model) => collectionOf(model).name,
);

/** A process that accepts and projects, and one that only sends. */
test.before.each(async (context) => {
  const fixture = await gatedServices();
  const { url, firstKey } = await fixture.start('api,projector').service;
  await fixture.start('sender').service;
  const opened = await fixture.ports.store.readAll({
    ...{ after: BEGINNING, limit: 1, types: ['WorkspaceOpened'] },
  });
  const workspace = opened.events[0]?.metadata.workspace ?? '';
  context.fixture = fixture;
  context.api = client([url ?? ''], firstKey ?? '');
  context.origin = { workspace, actor: 'operator', correlation: 'c', causation: null };
});
test.after.each(({ fixture }) => fixture.end());

const countOf = async ({ ports }: GatedServices, type: string) =>
  (await ports.store.readAll({ after: BEGINNING, limit: 10_000, types: [type] })).events.length;

async function campaignTo(api: Client, people: readonly string[]) {
  const ids: string[] = [];
  for (const email of people)
    ids.push((await api.call<{ id: string }>('POST', '/v1/contacts', 200, { email })).id);
  const audience = await api.call<{ id: string }>('POST', '/v1/audiences', 201, {
    ...{ name: 'everyone', contact_ids: ids },
  });
  const template = await api.call<{ id: string }>('POST', '/v1/templates', 201, {
    ...{ friendly_name: 'news', name: 'News', subject: 'News', text: 'News' },
  });
  return () =>
    api.call('POST', '/v1/campaigns', 202, {
      ...{ name: 'first', audience_id: audience.id, template_id: template.id, from: 'news@sender.test' },
    });
}

test('lets no campaign mail an address that was suppressed meanwhile', async ({ fixture, api, origin }) => {
  const begin = await campaignTo(api, PEOPLE);
  fixture.hold(SUPPRESSIONS ?? '');
  for (const address of PEOPLE)
    await decideSuppression(fixture.ports, origin, { do: 'add', address, reason: 'asked' });
  await begin();
  await eventually('the run is over', async () => (await countOf(fixture, 'CampaignRunCompleted')) === 1);
  assert.is(await countOf(fixture, 'EmailAccepted'), 0);
});

test('lets no campaign mail a contact that was unsubscribed meanwhile', async ({ fixture, api }) => {
  const begin = await campaignTo(api, PEOPLE);
  fixture.hold(CONTACTS ?? '');
  const unsubscribed = Promise.all(
    PEOPLE.map((email) => api.call('POST', '/v1/contacts', 200, { email, subscribed: false })),
  );
  await eventually('they are in the log', async () => (await countOf(fixture, 'ContactSaved')) === 10);
  await begin();
  await eventually('the run has begun', async () => (await countOf(fixture, 'CampaignRunStarted')) === 1);
  await fixture.ports.clock.sleep(500);
  fixture.open();
  await unsubscribed;
  await eventually('the run is over', async () => (await countOf(fixture, 'CampaignRunCompleted')) === 1);
  assert.is(await countOf(fixture, 'EmailAccepted'), 0);
});

test('lets no mail go to an address that was suppressed after its acceptance', async ({
  fixture,
  api,
  origin,
}) => {
  const scheduled_for = new Date(fixture.ports.clock.nowMs() + 2_000).toISOString();
  for (const to of PEOPLE)
    await api.send({ from: 'me@sender.test', to, subject: 'S', text: 'T', scheduled_for }, to);
  fixture.hold(SUPPRESSIONS ?? '');
  for (const address of PEOPLE)
    await decideSuppression(fixture.ports, origin, { do: 'add', address, reason: 'asked' });
  await eventually('all are refused or sent', async () => {
    return (await countOf(fixture, 'Rejected')) + fixture.sent.length === PEOPLE.length;
  });
  assert.is(fixture.sent.length, 0);
});

test('lets no mail of a workspace leave that was suspended after its acceptance', async ({
  fixture,
  api,
  origin,
}) => {
  const { clock } = fixture.ports;
  const dueAtMs = clock.nowMs() + 2_000;
  const scheduled_for = new Date(dueAtMs).toISOString();
  for (const to of PEOPLE)
    await api.send({ from: 'me@sender.test', to, subject: 'S', text: 'T', scheduled_for }, to);
  fixture.hold(WORKSPACES ?? '');
  await decideSuspension(fixture.ports, origin, { do: 'suspend', reason: 'its key was stolen' });
  await clock.sleep(dueAtMs - clock.nowMs() + 1_500);
  assert.is(fixture.sent.length, 0);
  await decideSuspension(fixture.ports, origin, { do: 'resume', reason: 'it has another key' });
  await eventually('all are sent', async () => fixture.sent.length === PEOPLE.length);
});

test('lets no suppression that was lifted meanwhile hide that a recipient unsubscribes again', async ({
  fixture,
  api,
  origin,
}) => {
  const { ports } = fixture;
  const [to = ''] = PEOPLE;
  const news = { from: 'me@sender.test', to, subject: 'S', text: 'T', message_stream: 'broadcast' };
  const { id } = await api.send(news, 'news');
  await eventually('it is handed over', async () => (await countOf(fixture, 'Submitted')) === 1);
  const [accepted, , last] = await email.read(ports.store, id);
  const [{ deliveryId = '', suppressionId: key = '' } = {}] =
    accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
  const data = { deliveryId, suppressionId: key, recipient: to, sandbox: false, way: 'mail' };
  const events = newEvents(
    ports,
    origin,
    [{ type: 'Unsubscribed', data }],
    ports.clock.nowMs() - ONE_HOUR_MS,
  );
  await ports.store.append(email.stream(id), last?.revision ?? 0, events);
  const stored = await openProjection(ports.documents, suppressions);
  await eventually('the read model shows it', async () => (await stored.get(key)) !== null);
  fixture.hold(SUPPRESSIONS ?? '');
  await decideSuppression(ports, origin, { do: 'remove', address: to });
  const { take } = await fixture.intake;
  const address = `${deliveryLocalPart(ports.tokens, { emailId: id, recipient: 0 }, 'unsubscribe')}@sender.test`;
  const raw = Buffer.from(`From: ${to}\r\nTo: ${address}\r\nSubject: no more\r\n\r\nno more\r\n`);
  await eventually('it is recorded again', async () => {
    await take({ sender: to, recipients: [address], raw, remoteAddress: '127.0.0.1' });
    return (await countOf(fixture, 'Unsubscribed')) === 2;
  });
});

test.run();
