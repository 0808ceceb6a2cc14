// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { deleteTemplate } from '../../src/commands/template/changeTemplate.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import { type Projections, projectionsFor } from '../../src/projections/readModels.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { agedModels } from './agedModels.ts';
import { type GatedServices, gatedServices } from './gatedService.ts';

const test = suite<{ fixture: GatedServices }>('an older version answers while the newer one is built');
test.before.each(async (context) => {
  context.fixture = await gatedServices();
});
test.after.each(({ fixture }) => fixture.end());

type List = { data: { id: string; email?: string; name?: string }[] };

/** A workspace with two contacts and a template, folded, whose service has ended. */
async function prepare(fixture: GatedServices) {
  const before = fixture.start('api,projector');
  const { url, firstKey } = await before.service;
  const key = firstKey ?? '';
  const api = client([url ?? ''], key);
  for (const email of ['ann@customer.test', 'bob@customer.test'])
    await api.call('POST', '/v1/contacts', 200, { email });
  const template = await api.call<{ id: string }>('POST', '/v1/templates', 201, {
    ...{ friendly_name: 'news', name: 'News', subject: 'News', text: 'News' },
  });
  const { keyId, workspace } = await firstKeyOf(fixture);
  await before.stop();
  return { key, keyId, workspace, templateId: template.id };
}

async function firstKeyOf({ ports: { store } }: GatedServices) {
  const made = await store.readAll({ after: BEGINNING, limit: 1, types: ['ApiKeyCreated'] });
  const event = made.events[0];
  return {
    keyId: (event?.data as { keyId: string } | undefined)?.keyId ?? '',
    workspace: event?.metadata.workspace ?? '',
  };
}

const emails = ({ data }: List) => data.map(({ email }) => email).sort();

/** The collection that this version folds into. */
const newest = (name: keyof Projections) => collectionOf(projectionsFor(1)[name]).name;

/** A service that folds what was appended, and ends. */
async function foldedOnce(fixture: GatedServices): Promise<void> {
  const service = fixture.start('all');
  await service.service;
  await service.stop();
}

/** Who asks finds this contact only in the older version. */
async function mark({ ports: { documents } }: GatedServices, workspace: string): Promise<void> {
  const indexes = { byInsertion: ['workspace', 'insertedAt'] };
  const older = await documents.collection<object>({ name: 'contacts_v0', indexes });
  for await (const { position, document } of older.scan()) {
    const marked = { ...document, workspace, email: 'mark@customer.test', insertedAt: position };
    await older.writeMany([{ key: '00000000-0000-4000-8000-000000000000', position, document: marked }]);
    return;
  }
}

test('lists come from the older one until the newer has passed the head, then from that for good', async ({
  fixture,
}) => {
  const { key, workspace } = await prepare(fixture);
  await agedModels(fixture.ports.documents, ['contacts']);
  await mark(fixture, workspace);
  fixture.hold(newest('contacts'));
  const starting = fixture.start('all');
  const api = client([await starting.url], key);
  await starting.service;
  const both = ['ann@customer.test', 'bob@customer.test'];
  const marked = [...both, 'mark@customer.test'];
  assert.equal(emails(await api.call<List>('GET', '/v1/contacts', 200)), marked);
  // A send does not consult contacts; what is written meanwhile is the newer version's alone.
  await api.send({ from: 'me@sender.test', to: 'x@customer.test', subject: 'S', text: 'T' }, 'meanwhile');
  const saved = await api.call<{ email: string }>('POST', '/v1/contacts', 200, { email: 'cy@customer.test' });
  assert.is(saved.email, 'cy@customer.test', 'one’s own write is folded from the log itself');
  assert.equal(emails(await api.call<List>('GET', '/v1/contacts', 200)), marked);
  fixture.open();
  const all = [...both, 'cy@customer.test'].sort();
  await eventually('the newer one answers', async () => {
    const found = emails(await api.call<List>('GET', '/v1/contacts', 200));
    return found.join() === all.join();
  });
});

test('sends and lists go on over older versions, and what happened while no service ran counts', async ({
  fixture,
}) => {
  const { key, keyId, workspace, templateId } = await prepare(fixture);
  const origin = { workspace, actor: 'operator', correlation: 'c', causation: null };
  const suppress = (address: string) =>
    decideSuppression(fixture.ports, origin, { do: 'add', address, reason: 'asked to' });
  await suppress('before@customer.test');
  await foldedOnce(fixture);
  await agedModels(fixture.ports.documents, ['templates', 'suppressions', 'api_keys', 'workspaces']);
  // The older versions have never met these two.
  await suppress('meanwhile@customer.test');
  await deleteTemplate(fixture.ports, origin, templateId);
  fixture.hold(...(['templates', 'suppressions', 'apiKeys', 'workspaces'] as const).map(newest));
  const starting = fixture.start('all');
  const url = await starting.url;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await starting.service;
  const send = async (body: object, idempotencyKey: string) => {
    const sent = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ from: 'me@sender.test', ...body }),
    });
    return { status: sent.status, body: (await sent.json()) as { suppressed_recipients?: string[] } };
  };
  const to = ['before@customer.test', 'meanwhile@customer.test', 'x@customer.test'];
  const sent = await send({ to, subject: 'S', text: 'T' }, 'one');
  assert.is(sent.status, 202);
  assert.equal(sent.body.suppressed_recipients, to.slice(0, 2));
  assert.is((await send({ to: 'x@customer.test', template_id: templateId }, 'two')).status, 422, 'deleted');
  await suppress('now@customer.test');
  await eventually('what is suppressed now counts', async () => {
    const { body } = await send({ to: 'now@customer.test', subject: 'S', text: 'T' }, `${Math.random()}`);
    return body.suppressed_recipients?.length === 1;
  });
  const ready = await fetch(`${url}/readyz`);
  const shown = (await ready.json()) as { building: Record<string, number> };
  assert.is(ready.status, 200);
  const building = Object.keys(shown.building).filter((name) => name.includes('suppressions'));
  assert.equal(building, [`projection:${newest('suppressions')}`]);
  fixture.open();
  await eventually('nothing is built any more', async () => {
    const answer = (await (await fetch(`${url}/readyz`)).json()) as { building?: object };
    return answer.building === undefined;
  });
  const later = await send({ to: [...to, 'now@customer.test'], subject: 'S', text: 'T' }, 'three');
  assert.is(later.body.suppressed_recipients?.length, 3);
  await starting.stop();

  // Revoked where no service ran: the older version has never met it.
  await agedModels(fixture.ports.documents, ['api_keys']);
  await revokeApiKey(fixture.ports, origin, keyId);
  fixture.hold(newest('apiKeys'));
  const again = fixture.start('all');
  const againUrl = await again.url;
  assert.is((await fetch(`${againUrl}/v1/templates`, { headers })).status, 401, 'from the first request on');
  // Nor later, when the newer version has met the revocation and answers.
  fixture.open();
  await again.service;
  assert.is((await fetch(`${againUrl}/v1/templates`, { headers })).status, 401);
});

test.run();
