// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveContact } from '../../src/commands/email/saveContact.ts';
import { handle } from '../../src/commands/kernel/decider.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { changeTemplate } from '../../src/commands/template/changeTemplate.ts';
import { loadTemplateRevision } from '../../src/commands/template/loadTemplateRevision.ts';
import { changeWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { apiKeysDecider, createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { contact, contactIdOf } from '../../src/events/contact.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { template } from '../../src/events/template.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { workspace } from '../../src/events/workspace.ts';
import type { ExpectedRevision } from '../../src/ports/eventStore.ts';
import { countingReads } from '../support/countingReads.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { namesOfTests, seededIds } from '../support/seededIds.ts';

const test = suite('kept folds');

const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };

/** Far below what one append may hold. */
const APPENDED_AT_ONCE = 1_000;

function fixture() {
  const memory = memoryEventStore();
  const counted = countingReads(memory);
  const ledger = { store: counted.store, clock: manualClock(), ids: seededIds() };
  const fill = async (stream: string, events: readonly { type: string; data: unknown }[]) => {
    let appended = { position: BEGINNING, revision: -1 };
    while (appended.revision + 1 < events.length) {
      const from = appended.revision + 1;
      const some = newEvents(ledger, origin, events.slice(from, from + APPENDED_AT_ONCE));
      appended = await memory.append(stream, from === 0 ? 'no-stream' : appended.revision, some);
    }
    return appended;
  };
  return { memory, ledger, fill, ...counted };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Whatever a stream holds, the second command on it reads what the first one wrote and no more. */
const FLAT = 3;

test('a key after 10,000 created and revoked ones', async () => {
  const { ledger, fill, during } = fixture();
  const keys = upTo(10_000).flatMap((at) => [
    { type: 'ApiKeyCreated', data: { keyId: `k${at}` } },
    { type: 'ApiKeyRevoked', data: { keyId: `k${at}` } },
  ]);
  await fill(workspace.stream('w'), [{ type: 'WorkspaceOpened', data: { name: 'w' } }, ...keys]);
  const create = () =>
    createApiKey(ledger, origin, { scopes: ['email:send'], name: null, expiresAtMs: null });
  await create();
  const { events } = await during(create);
  assert.ok(events <= FLAT, `${events} events were read`);
  const command = { do: 'revoke', keyId: 'k9999' } as const;
  const { position } = await handle(ledger, origin, workspace.stream('w'), apiKeysDecider, command);
  assert.is(position, null);
});

test('a change after 2,000 endpoints', async () => {
  const { ledger, fill, during } = fixture();
  const endpoints = upTo(2_000).flatMap((at) => [
    { type: 'WebhookEndpointCreated', data: { endpointId: `e${at}`, name: 'n', url: 'u', events: [] } },
    { type: 'WebhookEndpointChanged', data: { endpointId: `e${at}`, status: 'DISABLED' } },
  ]);
  await fill(webhooks.stream('w'), endpoints);
  const rename = (name: string) => changeWebhookEndpoint(ledger, origin, 'e7', { name });
  await rename('one');
  const { events } = await during(() => rename('two'));
  assert.ok(events <= FLAT, `${events} events were read`);
});

test('a contact after 5,000 saves', async () => {
  const { ledger, fill, during } = fixture();
  const email = 'a@b.co';
  const stream = contact.stream(contactIdOf(namesOfTests, 'w', email));
  await fill(
    stream,
    upTo(5_000).map((at) => ({ type: 'ContactSaved', data: { email, firstName: `n${at}` } })),
  );
  await saveContact(ledger, origin, { email, firstName: 'Ann' });
  const { events } = await during(() => saveContact(ledger, origin, { email, firstName: 'Bo' }));
  assert.ok(events <= FLAT, `${events} events were read`);
  assert.is((await saveContact(ledger, origin, { email, firstName: 'Bo' })).position, null);
});

for (const revisions of [400, 2_000])
  test(`a mail and a change with ${revisions} revisions of a template`, async () => {
    const { ledger, fill, during, store } = fixture();
    const names = { friendlyName: 'x', name: 'X', variables: { inline: '{"a":1}' } };
    const body = (at: number) => ({
      revision: at,
      subject: `s${at}`,
      html: null,
      text: { inline: `t${at}` },
    });
    const { position } = await fill(template.stream('t'), [
      { type: 'TemplateCreated', data: { ...names, ...body(1) } },
      ...upTo(revisions - 1).map((at) => ({ type: 'TemplateRevised', data: body(at + 2) })),
    ]);
    const from = { store, blobs: memoryBlobs() };
    const mail = (revision: number) => loadTemplateRevision(from, 't', revision, position);
    const cold = await during(() => mail(revisions));
    assert.ok(cold.events <= revisions + FLAT);
    assert.equal(await mail(revisions), {
      ...{ subject: `s${revisions}`, html: null, text: `t${revisions}` },
      defaults: { a: 1 },
    });
    assert.equal(await during(() => mail(revisions)), { reads: 0, events: 0 });
    assert.equal(await during(() => mail(revisions - 1)), { reads: 1, events: 1 });
    await changeTemplate(ledger, origin, 't', { subject: 'new' });
    const { events } = await during(() => changeTemplate(ledger, origin, 't', { subject: 'newer' }));
    assert.ok(events <= FLAT, `${events} events were read`);
  });

test('200 callers racing for one contact all come through', async () => {
  const { ledger, memory } = fixture();
  await Promise.all(
    upTo(200).map((at) => saveContact(ledger, origin, { email: 'a@b.co', firstName: `n${at}` })),
  );
  assert.is(memory.log.length, 200);
});

test('a log that ends before what was kept, as a restored backup does, is read again', async () => {
  const { ledger, memory } = fixture();
  const save = (firstName: string) => saveContact(ledger, origin, { email: 'a@b.co', firstName });
  for (const name of ['a', 'b', 'c', 'd']) await save(name);
  await save('d');
  memory.log.splice(2);
  const { position } = await save('e');
  assert.is.not(position, null);
  assert.is(memory.log.length, 3);
});

test('another process that wrote meanwhile costs one more decision, on what it wrote', async () => {
  const { ledger, memory } = fixture();
  const save = (store: typeof ledger.store, firstName: string) =>
    saveContact({ ...ledger, store }, origin, { email: 'a@b.co', firstName });
  await save(ledger.store, 'a');
  let interruptions = 1;
  const interrupted = {
    ...memory,
    async append(...given: [string, ExpectedRevision, Parameters<typeof memory.append>[2]]) {
      if (interruptions-- > 0) await save(ledger.store, 'b');
      return memory.append(...given);
    },
  };
  // It wants what the other has just written, so that nothing is left to be appended.
  assert.is((await save(interrupted, 'b')).position, null);
  assert.is(memory.log.length, 2);
});

test.run();
