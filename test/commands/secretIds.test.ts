import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { acceptBatch } from '../../src/commands/email/acceptBatch.ts';
import { type AcceptDependencies, acceptEmail } from '../../src/commands/email/acceptEmail.ts';
import type { EmailRequest } from '../../src/commands/email/emailDraft.ts';
import { BATCH_OPERATIONS, emailIdOf, submissionEmailIdOf } from '../../src/commands/email/emailIds.ts';
import { saveContact } from '../../src/commands/email/saveContact.ts';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import type { Ledger } from '../../src/commands/kernel/ledger.ts';
import { smsIdOf } from '../../src/commands/sms/acceptSms.ts';
import { openLedger, openNames } from '../../src/commands/workspace/openLedger.ts';
import { contactIdOf } from '../../src/events/contact.ts';
import { smsOptOutIdOf, suppressionIdOf } from '../../src/events/suppression.ts';
import { type SecretNames, uuid5 } from '../../src/events/uuid5.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { campaignEmailId } from '../../src/sender/campaign/campaignMessage.ts';
import { smsMessageHandler } from '../../src/sender/sms/smsInbound.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { PLAIN_REQUEST } from '../support/plainRequest.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const test = suite('ids in the namespace of the ledger');
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const NOW_MS = manualClock().nowMs();
const ORIGIN = { workspace: WORKSPACE, actor: 'key:x', correlation: WORKSPACE, causation: null };

/** A process on the log: its ids are its own until it has opened the ledger. */
async function processOn(store: EventStore, key: number, ...previous: number[]): Promise<Ledger> {
  const ledger = { store, clock: manualClock(), ids: randomIds() };
  await openLedger(ledger, keys(key, ...previous));
  return ledger;
}

const keys = (key: number, ...previous: number[]) =>
  sealedSecrets(
    Buffer.alloc(32, key),
    randomIds(),
    previous.map((one) => Buffer.alloc(32, one)),
  );

/** One id of each kind. */
const everyKind = (names: SecretNames): readonly string[] => [
  contactIdOf(names, WORKSPACE, 'ann@example.net'),
  suppressionIdOf(names, WORKSPACE, 'ann@example.net'),
  smsOptOutIdOf(names, WORKSPACE, '+4930', '+4931'),
  emailIdOf(names, WORKSPACE, 'order 7'),
  submissionEmailIdOf(names, WORKSPACE, 'key', 'order 7', 'envelope'),
  smsIdOf(names, WORKSPACE, 'order 7'),
  campaignEmailId(names, WORKSPACE, contactIdOf(names, WORKSPACE, 'ann@example.net')),
];

test('the same parts give the same id in every process of a ledger, and another one in another ledger', async () => {
  const store = memoryEventStore();
  const processes = await Promise.all([1, 2, 3, 4].map(() => processOn(store, 7)));
  const [first = [], ...others] = processes.map(({ ids }) => everyKind(ids));
  for (const ids of others) assert.equal(ids, first);
  assert.is(new Set(first).size, first.length);
  const elsewhere = everyKind((await processOn(memoryEventStore(), 7)).ids);
  assert.is(new Set([...first, ...elsewhere]).size, 2 * first.length);
  for (const id of first)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids go on the same when the master key was changed twice and the first one dropped', async () => {
  const store = memoryEventStore();
  const before = everyKind((await processOn(store, 7)).ids);
  assert.equal(everyKind((await processOn(store, 8, 7)).ids), before);
  assert.equal(everyKind((await processOn(store, 9, 8)).ids), before);
  assert.equal(everyKind((await processOn(store, 9)).ids), before);
  assert.equal(
    store.log.map(({ type }) => type),
    ['LedgerOpened', 'MasterKeyChanged', 'MasterKeyChanged'],
  );
  const sealed = store.log.map(({ data }) => (data as { sealedNamespace: string }).sealedNamespace);
  assert.is(new Set(sealed).size, 3);
});

test('a wrong master key is named by what would make an id, and no id is made before the ledger is open', async () => {
  const store = memoryEventStore();
  const command = { store, clock: manualClock(), ids: randomIds() };
  assert.is(
    ((await rejection(saveContact(command, ORIGIN, { email: 'ann@example.net' }))) as Error).name,
    'EventStoreUnavailable',
  );
  await openNames(command, keys(7));
  assert.throws(() => emailIdOf(command.ids, WORKSPACE, 'k'), 'no id can be made');
  const known = emailIdOf((await processOn(store, 7)).ids, WORKSPACE, 'k');
  await openNames(command, keys(8));
  assert.throws(
    () => emailIdOf(command.ids, WORKSPACE, 'k'),
    (error: Error) => error.name === 'MasterKeyRefused' && error.message.includes('POSTLEDGER_MASTER_KEY'),
  );
  assert.is(((await rejection(openLedger(command, keys(8)))) as Error).name, 'MasterKeyRefused');
  await openNames(command, keys(8, 7));
  assert.is(
    emailIdOf(command.ids, WORKSPACE, 'k'),
    known,
    'under a new key that no service has written down yet',
  );
});

const request = (to: string): EmailRequest => ({ ...PLAIN_REQUEST, from: 'shop@example.org', to: [to] });

function acceptingOn(ledger: Ledger): AcceptDependencies {
  return {
    ledger,
    blobs: memoryBlobs(),
    templates: { byId: async () => null, byFriendlyName: async () => null },
    isForeignSender: () => false,
    suppressedAmong: () => new Set<string>(),
    sandboxDomain: 'example.com',
    creditsPerRecipient: 1,
  };
}

test('one key sends once, from two processes at once, after a restart, and after the key was changed', async () => {
  const store = memoryEventStore();
  const send = async (key: number, ...previous: number[]) => {
    const ledger = await processOn(store, key, ...previous);
    return acceptEmail(
      acceptingOn(ledger),
      ORIGIN,
      emailIdOf(ledger.ids, WORKSPACE, 'order 7'),
      request('ann@example.net'),
    );
  };
  const raced = await Promise.all([send(7), send(7)]);
  assert.equal(raced.map(({ isNew }) => isNew).sort(), [false, true]);
  const later = [await send(7), await send(8, 7), await send(9, 8), await send(9)];
  assert.is(new Set([...raced, ...later].map(({ id }) => id)).size, 1);
  assert.not.ok(later.some(({ isNew }) => isNew));
});

/** The ids that were made of these in a public namespace. */
function publicIdsOf(
  address: string,
  number: string,
  key: string,
  emailIds: readonly string[],
): readonly string[] {
  const addressed = [address, address.toUpperCase()];
  const texts = ['STOP', 'hello'];
  return [
    ...addressed.flatMap((one) => [
      ...['contact', 'suppression', 'sms-opt-out'].map((kind) => uuid5(kind, WORKSPACE, one)),
      ...emailIds.map((id) => uuid5('delivery', id, one)),
      uuid5(WORKSPACE, one),
      uuid5(one),
      plainUuid(one),
      uuid5('campaign', WORKSPACE, uuid5('contact', WORKSPACE, one)),
    ]),
    uuid5('sms-opt-out', WORKSPACE, '+4930', number),
    uuid5('sms-in', 'carrier 1', number, '+4930'),
    ...texts.map((text) =>
      uuid5('sms-in-content', String(Math.floor(NOW_MS / 60_000)), number, '+4930', text),
    ),
    uuid5('sms-in-parts', number, '+4930', '1', '2', String(Math.floor(NOW_MS / 86_400_000)), '0'),
    ...['email', 'sms'].map((kind) => uuid5(kind, WORKSPACE, key)),
    ...BATCH_OPERATIONS.map((operation) => uuid5(operation, WORKSPACE, key, '0')),
    uuid5(
      'submission',
      WORKSPACE,
      'key',
      key,
      createHash('sha256')
        .update(JSON.stringify([address]))
        .digest('hex'),
    ),
  ];
}

/** Without a namespace at all. */
const plainUuid = (text: string) =>
  createHash('sha1')
    .update(text)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

test('of a thousand known people none is found by an id in the log', async () => {
  const store = memoryEventStore();
  const ledger = await processOn(store, 7);
  const accepting = acceptingOn(ledger);
  const inbound = smsMessageHandler({
    ledger,
    numbers: { get: async () => ({ document: { workspaces: [WORKSPACE] } }) } as never,
    messages: {} as never,
    positionOf: () => store.head(),
    ...{ hints: inProcessHints(quietLog), log: quietLog, metrics: noMetrics },
  });
  const ofSms = { to: '+4930', completedFrom: null };
  const people = Array.from({ length: 1_000 }, (_, n) => ({
    address: `person${n}@example.net`,
    number: `+4917600${String(n).padStart(6, '0')}`,
    key: `order-${n}`,
  }));
  const emailIds: string[] = [];
  for (const { address, number, key } of people) {
    const { contactId } = await saveContact(ledger, ORIGIN, { email: address });
    await decideSuppression(ledger, ORIGIN, { do: 'add', address, reason: 'asked' });
    const singleId = emailIdOf(ledger.ids, WORKSPACE, key);
    const campaignId = campaignEmailId(ledger.ids, WORKSPACE, contactId);
    for (const id of [singleId, campaignId]) await acceptEmail(accepting, ORIGIN, id, request(address));
    const batch = { operation: 'email-batch', idempotencyKey: key, requests: [request(address)] } as const;
    const { ids } = await acceptBatch(accepting, ORIGIN, batch);
    emailIds.push(singleId, campaignId, ...ids);
    await inbound({ ...ofSms, carrierId: 'carrier 1', from: number, text: 'STOP', part: null });
    await inbound({ ...ofSms, carrierId: null, from: number, text: 'hello', part: null });
    const part = { reference: 1, number: 1, of: 2 };
    await inbound({ ...ofSms, carrierId: null, from: number, text: 'hello', part });
  }
  const ids = new Set(
    JSON.stringify(store.log).match(/[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g),
  );
  assert.ok(ids.size >= 6_000, String(ids.size));
  const tried = people.flatMap(({ address, number, key }, n) =>
    publicIdsOf(address, number, key, emailIds.slice(3 * n, 3 * n + 3)),
  );
  assert.ok(tried.length > 20_000);
  assert.equal(
    tried.filter((id) => ids.has(id)),
    [],
  );
});

test.run();
