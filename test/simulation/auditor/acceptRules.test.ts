import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import { openProjection } from '../../../src/follow/fold/projection.ts';
import type { Collection } from '../../../src/ports/documents.ts';
import { balances } from '../../../src/projections/balances.ts';
import type { ClientPlan, StoreTrouble } from '../plan.ts';
import { plainDocuments } from '../stores/plainStores.ts';
import { acceptedOnce } from './acceptedOnce.ts';
import { campaignsOnce } from './campaignsOnce.ts';
import { chargesAddUp } from './chargesAddUp.ts';
import { evidenceOf, type MadeUp, type MadeUpEvent, saidOf, WORKSPACE } from './madeUp.ts';
import { noFaultAnswers } from './noFaultAnswers.ts';

const test = suite('the rules of the auditor about accepting');

const CLIENT: ClientPlan = { name: 'client 1', endpoints: [], perSecond: 10, perDay: 1_000 };

type ClientLine = NonNullable<NonNullable<MadeUp['lines']>['clients']>[number];
const answered = (
  status: number | null,
  answer: object | null,
  over: Partial<ClientLine> = {},
): ClientLine => ({
  ...{ client: CLIENT.name, workspace: WORKSPACE, process: 'process 1', call: 'POST /v1/emails', key: 'k' },
  ...{ sent: {}, status, answer, begunAtMs: 3_000, atMs: 3_050 },
  ...over,
});
const receipt = (id: string, credits = 1) => answered(202, { id, credits_consumed: credits });
const accepted = (id: string, credits = 1, recipients = credits): MadeUpEvent => ({
  ...{ atMs: 3_010, stream: `email-${id}`, type: 'EmailAccepted' },
  data: { credits, recipients: Array.from({ length: recipients }, (_, at) => ({ deliveryId: `d${at}` })) },
});

test('every 202 stands in the log, and once', async () => {
  const said = (events: readonly MadeUpEvent[]) =>
    saidOf(acceptedOnce, { events, lines: { clients: [receipt('one')] } });
  assert.equal(await said([accepted('one')]), []);
  assert.match((await said([])).join(), /one of key k stands in the log 0 times/);
  assert.match((await said([accepted('one'), accepted('one')])).join(), /stands in the log 2 times/);
});

test('the same key gets the same receipt, in each workspace by itself', async () => {
  const events = [accepted('one'), accepted('two')];
  const said = (clients: readonly ClientLine[]) => saidOf(acceptedOnce, { events, lines: { clients } });
  assert.equal(await said([receipt('one'), receipt('one')]), []);
  assert.match((await said([receipt('one'), receipt('two')])).join(), /key k got another receipt/);
  assert.match((await said([receipt('one', 1), receipt('one', 2)])).join(), /key k got another receipt/);
  assert.equal(await said([receipt('one'), { ...receipt('two'), workspace: 'another' }]), []);
  assert.equal(await said([answered(503, { code: 'unavailable' }), receipt('one')]), [], 'no receipt before');
});

test('an answer of 500 or above needs a fault of the time of its call', async () => {
  const fault = (atMs: number): StoreTrouble => ({
    ...{ of: 'store', do: 'unavailable', store: 'log', process: null, share: 1, lastsMs: 1_000, atMs },
  });
  const said = (line: ClientLine, plannedEvents: readonly StoreTrouble[] = []) =>
    saidOf(noFaultAnswers, { lines: { clients: [line] }, plan: { plannedEvents } });
  for (const status of [202, 422, 429, null]) assert.equal(await said(answered(status, null)), []);
  for (const status of [500, 503])
    assert.match(
      (await said(answered(status, { code: 'x' }))).join(),
      new RegExp(`answered ${status} to key k`),
    );
  assert.equal(await said(answered(503, null), [fault(2_500)]), []);
  assert.is((await said(answered(503, null), [fault(60_000)])).length, 1, 'the fault came later');
});

/** What the rule says of a world with one client whose balance read model has so many credits of email. */
async function saidOfCharges(madeUp: MadeUp, balance: number): Promise<string> {
  const evidence = evidenceOf({ ...madeUp, plan: { clients: [CLIENT] } });
  const documents = plainDocuments(evidence.stores.documents);
  const collection: Collection<object> = await openProjection(documents, balances);
  const document = { workspace: WORKSPACE, granted: 0, email: balance, sms: 0 };
  await collection.writeMany([{ key: WORKSPACE, position: positionAt(1), document }]);
  return (await chargesAddUp.check(evidence)).map(({ what }) => what).join();
}

test('receipts, log and balance tell of the same credits', async () => {
  const two = { events: [accepted('one', 2)], lines: { clients: [receipt('one', 2)] } };
  assert.is(await saidOfCharges(two, 2), '');
  assert.match(await saidOfCharges(two, 4), /has 4 credits of email, the log 2/);
  assert.match(
    await saidOfCharges({ ...two, events: [] }, 0),
    /receipts of client 1 .* 2 credits, the log of 0/,
  );
  assert.is(await saidOfCharges({ ...two, lines: {} }, 2), '', 'the answer was lost');
});

test('every recipient is charged, and no one else', async () => {
  assert.match(await saidOfCharges({ events: [accepted('one', 2, 1)] }, 2), /charged 2 for 1 recipients/);
  assert.match(await saidOfCharges({ events: [accepted('one', 0, 1)] }, 0), /charged 0 for 1 recipients/);
});

test('every message of a batch stands in the log', async () => {
  const data = [{ id: 'one' }, { id: 'two' }];
  const clients = [answered(202, { data }, { call: 'POST /v1/emails/batch' })];
  const said = (events: readonly MadeUpEvent[]) => saidOf(acceptedOnce, { events, lines: { clients } });
  assert.equal(await said([accepted('one'), accepted('two')]), []);
  assert.match((await said([accepted('one')])).join(), /two of key k stands in the log 0 times/);
});

test('a campaign has one message for each contact that it counted, and counted its audience', async () => {
  const event = (stream: string, type: string, data: object) => ({ atMs: 1_000, stream, type, data });
  const message = (id: string, contactId: string) =>
    event(`email-${id}`, 'EmailAccepted', {
      recipients: [{}],
      credits: 1,
      campaign: { campaignId: 'c', runId: 'r', contactId },
    });
  const said = (of: readonly [count: number, skipped: number], ...messages: readonly MadeUpEvent[]) =>
    saidOf(campaignsOnce, {
      events: [
        event('audience-a', 'AudienceContactsAdded', { contactIds: ['ann', 'bob', 'eve'] }),
        event('campaign-c', 'CampaignCreated', { runId: 'r', audienceId: 'a' }),
        ...messages,
        event('campaign-c', 'CampaignRunCompleted', { runId: 'r', accepted: of[0], skipped: of[1] }),
      ],
    });
  const both = [message('one', 'ann'), message('two', 'bob')];
  assert.equal(await said([2, 1], ...both), []);
  assert.match((await said([3, 0], ...both)).join(), /counted 3, and has 2 messages/);
  assert.match((await said([2, 0], ...both)).join(), /counted 2 contacts, and its audience has 3/);
  assert.match((await said([2, 1], ...both, message('three', 'bob'))).join(), /two messages for one contact/);
  assert.match(
    (await said([2, 1], message('one', 'ann'), message('two', 'zoe'))).join(),
    /outside its audience/,
  );
});

test.run();
