// runs in: test:all
// timeout: 900 s
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type LedgerReader, ledgerReader } from './ledgerReader.ts';
import { ledgerWriter } from './ledgerWriter.ts';

const test = suite('a campaign under SIGKILL');

const CONTACTS = 10_000;
const KILLS = 5;
/** The service is killed each time so many more messages were accepted. */
const APART = 1_300;

const addressOf = (n: number) => `person${n}@receiver.test`;
const isUnsubscribed = (n: number) => n % 10 === 0;
const isSuppressed = (n: number) => n % 50 === 1;
const isWanted = (n: number) => !isUnsubscribed(n) && !isSuppressed(n);
const numbers = Array.from({ length: CONTACTS }, (_, n) => n);

interface Campaign {
  readonly id: string;
  readonly status: string;
  readonly accepted: number;
  readonly skipped: number;
}

test(`killed ${KILLS} times on its way to ${CONTACTS} contacts: one message to each who is to have one`, async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const writer = await ledgerWriter(data);
  const contactIds = await writer.saveContacts(CONTACTS, (n) => ({
    email: addressOf(n),
    subscribed: !isUnsubscribed(n),
  }));
  // In another spelling: suppressions ignore letter case.
  await writer.suppress(numbers.filter(isSuppressed).map((n) => addressOf(n).toUpperCase()));

  // What is accepted is hardly sent: this is about the run, and the sender would only take time.
  const env = { POSTLEDGER_DATA: data, POSTLEDGER_PACE_PER_SECOND: '1', POSTLEDGER_LOG_LEVEL: 'error' };
  let service: ServiceProcess = await startServiceProcess({ env });
  await writer.projected(contactIds);
  const campaignId = await createCampaign(service.url, writer.key, contactIds);

  const ledger = await ledgerReader(data);
  let kills = 0;
  const killedAt: number[] = [];
  while (kills < KILLS) {
    const wanted = APART * (kills + 1);
    await untilAccepted(ledger, wanted, () => service.output());
    await service.kill();
    killedAt.push(await ledger.count('EmailAccepted'));
    kills++;
    service = await startServiceProcess({ env });
  }
  const expected = numbers.filter(isWanted);
  assert.ok((killedAt.at(-1) ?? 0) < expected.length, `every kill came amid the run: ${killedAt}`);

  const list = () =>
    client([service.url], writer.key).call<{ data: Campaign[] }>('GET', '/v1/campaigns', 200);
  const campaign = async () => (await list()).data.find(({ id }) => id === campaignId);
  await eventually('the run is over', async () => (await campaign())?.status === 'completed', 120_000);
  const { accepted, skipped } = (await campaign()) ?? {};
  assert.equal({ accepted, skipped }, { accepted: expected.length, skipped: CONTACTS - expected.length });

  const events = await ledger.events();
  const messages = events.filter(({ type }) => type === 'EmailAccepted');
  const times = new Map<string, number>();
  for (const { data: message } of messages) {
    const { campaign: of, recipients } = message as EmailAccepted;
    assert.is(recipients.length, 1);
    assert.is(of?.campaignId, campaignId);
    const contactId = of?.contactId ?? '';
    times.set(contactId, (times.get(contactId) ?? 0) + 1);
  }
  const missing = expected.filter((n) => !times.has(contactIds[n] ?? ''));
  assert.is(missing.length, 0, `contacts without their message: ${missing.slice(0, 10)}`);
  assert.is(times.size, expected.length, 'somebody got a message who was to have none');
  assert.is([...times.values()].filter((count) => count > 1).length, 0, 'contacts with two messages');
  for (const type of ['CampaignRunStarted', 'CampaignRunCompleted'])
    assert.is(events.filter((event) => event.type === type).length, 1, type);

  console.log(`killed after ${killedAt.join(', ')} of ${expected.length} messages; none missing, none twice`);
  await service.kill();
  await ledger.close();
  await writer.close();
  folder.remove();
});

async function createCampaign(url: string, key: string, contactIds: readonly string[]): Promise<string> {
  const api = client([url], key);
  const audience = await api.call<{ id: string }>('POST', '/v1/audiences', 201, {
    name: 'everyone',
    contact_ids: contactIds,
  });
  const template = await api.call<{ id: string }>('POST', '/v1/templates', 201, {
    friendly_name: 'news',
    name: 'News',
    subject: 'News for {{ first_name }}',
    text: 'Dear {{ first_name }}',
  });
  const { id } = await api.call<{ id: string }>('POST', '/v1/campaigns', 202, {
    name: 'first',
    audience_id: audience.id,
    template_id: template.id,
    from: 'news@sender.test',
  });
  return id;
}

async function untilAccepted(ledger: LedgerReader, wanted: number, output: () => string): Promise<void> {
  for (let look = 0; (await ledger.count('EmailAccepted')) < wanted; look++) {
    if (look > 6_000) throw new Error(`the run stands still:\n${output()}`);
    await sleep(5);
  }
}

test.run();
