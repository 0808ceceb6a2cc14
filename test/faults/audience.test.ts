// runs in: test:all
// timeout: 900 s

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { client } from '../e2e/client.ts';
import { nodeArguments } from '../support/project.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { ledgerReader } from './ledgerReader.ts';
import { ledgerWriter } from './ledgerWriter.ts';

const test = suite('an audience of 100,000');

const CONTACTS = 100_000;
const CHUNK = 10_000;
/** Chunks that are in the log when the service dies. */
const CHUNKS_KEPT = 3;
const CRASHING = nodeArguments('test/faults/crashingService');

interface Audience {
  readonly id: string;
  readonly name: string;
  readonly contact_count: number;
}

test('made by one call it is listed whole; one that a crash cut off is not listed at all', async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const writer = await ledgerWriter(data);
  const contactIds = await writer.saveContacts(CONTACTS, (n) => ({
    email: `person${n}@receiver.test`,
    subscribed: true,
  }));
  const env = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'error' };
  const body = (name: string) => ({ name, contact_ids: contactIds });
  const ledger = await ledgerReader(data);

  let service = await startServiceProcess({ env });
  await writer.projected(contactIds);
  const api = () => client([service.url], writer.key);
  const listed = async () => (await api().call<{ data: Audience[] }>('GET', '/v1/audiences', 200)).data;
  const whole = await api().call<Audience>('POST', '/v1/audiences', 201, body('whole'));
  assert.is(whole.contact_count, CONTACTS);
  assert.equal(await listed(), [whole]);
  assert.is(await ledger.count('AudienceContactsAdded'), CONTACTS / CHUNK);
  assert.is(await service.stop(), 0);

  const crash = `after-append:AudienceContactsAdded`;
  service = await startServiceProcess({ env, program: CRASHING, args: [crash, String(CHUNKS_KEPT)] });
  const cutOff = await api()
    .call('POST', '/v1/audiences', 201, body('half'))
    .then(
      () => 'answered',
      () => 'cut off',
    );
  assert.is(cutOff, 'cut off');
  assert.is(await service.ended, null, 'it was killed');
  assert.is(
    await ledger.count('AudienceContactsAdded'),
    CONTACTS / CHUNK + CHUNKS_KEPT,
    'half of it is there',
  );

  service = await startServiceProcess({ env });
  // Made after it, hence folded after it: once this one is listed, the half one would be too.
  const later = await api().call<Audience>('POST', '/v1/audiences', 201, {
    name: 'later',
    contact_ids: contactIds.slice(0, 2),
  });
  assert.equal(await listed(), [later, whole]);
  const created = (await ledger.events()).filter(({ type }) => type === 'AudienceCreated');
  const half = created.find((event) => (event.data as { name: string }).name === 'half');
  const template = await api().call<{ id: string }>('POST', '/v1/templates', 201, {
    friendly_name: 'news',
    name: 'News',
    subject: 'News',
    text: 'News',
  });
  // Nor can a campaign be sent to it.
  await api().call('POST', '/v1/campaigns', 404, {
    name: 'to half',
    audience_id: half?.stream.slice('audience-'.length),
    template_id: template.id,
    from: 'news@sender.test',
  });
  // Tried again by the caller it is made whole, as another one.
  const again = await api().call<Audience>('POST', '/v1/audiences', 201, body('half'));
  assert.equal(await listed(), [again, later, whole]);

  assert.is(await service.stop(), 0);
  await ledger.close();
  await writer.close();
  folder.remove();
});

test.run();
