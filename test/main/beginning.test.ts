// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { newEvents, type Origin } from '../../src/commands/kernel/ledger.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import { startService } from '../../src/main/service.ts';
import { suppressions } from '../../src/projections/suppressions.ts';
import { type Client, client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { quietLog } from '../support/quietLog.ts';
import { type GatedServices, gatedServices } from './gatedService.ts';

const test = suite<{ fixture: GatedServices }>('nothing begins before it knows');
test.before.each(async (context) => {
  context.fixture = await gatedServices();
});
test.after.each(({ fixture }) => fixture.end());

/** By its present version: the name of an older one would hold nothing. */
const { name: SUPPRESSIONS } = collectionOf(suppressions);
const PEOPLE = Array.from({ length: 20 }, (_, n) => `p${n}@customer.test`);

/** A service that takes messages in and sends none; what it leaves is what the next start finds. */
async function prepare(fixture: GatedServices, act: (api: Client) => Promise<void>): Promise<Origin> {
  const before = fixture.start('api,projector');
  const { url, firstKey } = await before.service;
  await act(client([url ?? ''], firstKey ?? ''));
  await before.stop();
  return { workspace: await workspaceOf(fixture), actor: 'operator', correlation: 'c', causation: null };
}

const sendAll = async (api: Client) => {
  for (const to of PEOPLE) await api.send({ from: 'me@sender.test', to, subject: 'S', text: 'T' }, to);
};

async function suppressAll({ ports }: GatedServices, origin: Origin): Promise<void> {
  for (const address of PEOPLE)
    await decideSuppression(ports, origin, { do: 'add', address, reason: 'asked' });
}

async function workspaceOf({ ports }: GatedServices): Promise<string> {
  const opened = await ports.store.readAll({ after: BEGINNING, limit: 1, types: ['WorkspaceOpened'] });
  return opened.events[0]?.metadata.workspace ?? '';
}

const countOf = async ({ ports }: GatedServices, type: string) =>
  (await ports.store.readAll({ after: BEGINNING, limit: 10_000, types: [type] })).events.length;

test('mail that is due at the start does not go to an address that was suppressed late in the log', async ({
  fixture,
}) => {
  const origin = await prepare(fixture, sendAll);
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start('all');
  await outboxIsFolded(fixture, PEOPLE.length);
  // The loop has looked at its index: it looks once a second, and at each hint.
  await eventually('a second has passed', passed(1_200));
  assert.is(fixture.sent.length, 0, 'nothing is sent while suppressions are not known');
  fixture.open();
  await starting.service;
  await eventually('all are refused', async () => (await countOf(fixture, 'Rejected')) === PEOPLE.length);
  assert.is(fixture.sent.length, 0);
});

test('a sender waits for the projector of another process', async ({ fixture }) => {
  const origin = await prepare(fixture, sendAll);
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const sender = fixture.start('sender');
  await sender.service;
  const projector = fixture.start('projector');
  await outboxIsFolded(fixture, PEOPLE.length);
  await eventually('a second has passed', passed(1_200));
  assert.is(fixture.sent.length, 0);
  fixture.open();
  await projector.service;
  await eventually('all are refused', async () => (await countOf(fixture, 'Rejected')) === PEOPLE.length);
  assert.is(fixture.sent.length, 0);
});

test('a campaign whose audience has complained sends to no one', async ({ fixture }) => {
  const origin = await prepare(fixture, async (api) => {
    const ids: string[] = [];
    for (const email of PEOPLE)
      ids.push((await api.call<{ id: string }>('POST', '/v1/contacts', 200, { email })).id);
    const audience = await api.call<{ id: string }>('POST', '/v1/audiences', 201, {
      name: 'everyone',
      contact_ids: ids,
    });
    const template = await api.call<{ id: string }>('POST', '/v1/templates', 201, {
      ...{ friendly_name: 'news', name: 'News', subject: 'News', text: 'News' },
    });
    await api.call('POST', '/v1/campaigns', 202, {
      ...{ name: 'first', audience_id: audience.id, template_id: template.id, from: 'news@sender.test' },
    });
  });
  await complainAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start('all');
  await eventually('a second has passed', passed(1_200));
  assert.is(await countOf(fixture, 'CampaignRunStarted'), 0);
  fixture.open();
  await starting.service;
  await eventually('the run is over', async () => (await countOf(fixture, 'CampaignRunCompleted')) === 1);
  assert.is(await countOf(fixture, 'EmailAccepted'), 0);
  assert.is(fixture.sent.length, 0);
});

test('requests are answered at once, sends once what they consult is known', async ({ fixture }) => {
  let key = '';
  const first = fixture.start('api,projector');
  const { url: firstUrl, firstKey } = await first.service;
  key = firstKey ?? '';
  await sendAll(client([firstUrl ?? ''], key));
  await first.stop();
  const origin = {
    workspace: await workspaceOf(fixture),
    actor: 'operator',
    correlation: 'c',
    causation: null,
  };
  await suppressAll(fixture, origin);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start('all');
  const url = await starting.url;
  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await eventually('the key is known', async () => (await get('/v1/templates')).status === 200);
  const send = (to: string, idempotencyKey: string) =>
    fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ from: 'me@sender.test', to, subject: 'S', text: 'T' }),
    });
  const refused = await send(PEOPLE[0] ?? '', 'later');
  assert.is(refused.status, 503);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]/);
  const ready = await get('/readyz');
  assert.is(ready.status, 503);
  const { checks } = (await ready.json()) as { checks: Record<string, boolean> };
  assert.is(checks.suppressions, false);
  assert.is(checks.log, true);
  fixture.open();
  await starting.service;
  assert.is((await get('/readyz')).status, 200);
  const accepted = await send(PEOPLE[0] ?? '', 'later');
  assert.is(accepted.status, 202);
  const receipt = (await accepted.json()) as { suppressed_recipients: string[] };
  assert.equal(receipt.suppressed_recipients, [PEOPLE[0]]);
});

test('a port that is in use ends the start: roles stop, everything is closed, and the reason is reported', async ({
  fixture,
}) => {
  const first = fixture.start('all');
  const { url } = await first.service;
  let closed = 0;
  const settings = fixture.settingsOf('all', new URL(url ?? '').port);
  const ports = { ...fixture.ports, log: quietLog, close: async () => void closed++ };
  const outcome = await startService(settings, ports).catch((error: unknown) => error);
  assert.match(String(outcome), /EADDRINUSE/);
  assert.is(closed, 1);
  await first.stop();
  const again = fixture.start('all');
  await again.service;
  await again.stop();
});

test('a service that is asked to stop while it starts ends in order', async ({ fixture }) => {
  await prepare(fixture, sendAll);
  await fixture.forget();
  fixture.hold(SUPPRESSIONS);
  const starting = fixture.start('api,sender');
  await starting.url;
  await starting.stop();
  assert.is(fixture.sent.length, 0);
});

test('a rebuild after a reboot uses up no pace', async ({ fixture }) => {
  await prepare(fixture, sendAll);
  const first = fixture.start('all');
  await eventually('all is sent', async () => (await countOf(fixture, 'Submitted')) === PEOPLE.length);
  await first.stop();
  const { pace } = fixture.ports;
  const workspace = await workspaceOf(fixture);
  const leftOf = async () => {
    const limits = { perSecond: 1_000_000, perDay: 1_000_000 };
    const { granted, window } = await pace.take(workspace, limits, 1_000_000);
    await pace.refund(workspace, window, granted);
    return granted;
  };
  const left = await leftOf();
  assert.is(left, 1_000_000 - PEOPLE.length);
  await fixture.forget();
  await (await fixture.start('all')).service;
  await eventually('the index is folded', passed(1_500));
  assert.is(await leftOf(), left);
  assert.is(fixture.sent.length, PEOPLE.length);
});

async function complainAll({ ports }: GatedServices, origin: Origin): Promise<void> {
  for (const recipient of PEOPLE) {
    const suppressionId = suppressionIdOf(ports.ids, origin.workspace, recipient);
    const data = { deliveryId: ports.ids.uuid(), suppressionId, recipient, sandbox: false };
    await ports.store.append(
      `email-${ports.ids.uuid()}`,
      'no-stream',
      newEvents(ports, origin, [{ type: 'Complained', data }]),
    );
  }
}

/** Resolves once the email work index holds so many items. */
async function outboxIsFolded({ ports }: GatedServices, items: number): Promise<void> {
  await eventually('the work index is folded', async () => {
    const names = (await ports.documents.list()).filter((name) => name.startsWith('email_outbox'));
    let found = 0;
    for (const name of names) {
      const collection = await ports.documents.collection<object>({
        name,
        indexes: { due: ['partition', 'lane', 'dueAtMs'] },
      });
      for await (const _ of collection.scan()) found++;
    }
    return found === items;
  });
}

function passed(ms: number): () => Promise<boolean> {
  const startedAtMs = performance.now();
  return async () => performance.now() - startedAtMs >= ms;
}

test.run();
