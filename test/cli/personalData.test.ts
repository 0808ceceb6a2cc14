import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { terminal } from './terminal.ts';

const test = suite('personal-data find');

const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };
const DELIVERY = '7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36';

test('each place that names a person is counted, of all workspaces, and what was not searched is named', async () => {
  const cli = await terminal({ POSTLEDGER_DATA: '/nowhere' });
  const { ledger, blobs, documents } = cli;
  await cli.run('workspaces create default');
  await cli.run('suppressions add ann@example.org');
  await cli.run('suppressions list');
  const sent = await blobs.put(Buffer.from('a long text'));
  await blobs.put(Buffer.from('of somebody else'));
  const recipients = [{ deliveryId: DELIVERY, address: 'Ann@Example.org' }];
  const data = { html: { blob: sent }, recipients };
  const accepted = newEvents(ledger, origin, [{ type: 'EmailAccepted', data }]);
  await ledger.store.append('email-1', 'no-stream', accepted);
  const { indexes } = cli.projections.emailOutbox;
  const outbox = await documents.collection<object>({ name: 'email_outbox_p2_v1', indexes });
  await outbox.writeMany([
    { key: 'm', position: await ledger.store.head(), document: { waiting: [DELIVERY] } },
  ]);

  const { exitCode, data: answer } = await cli.json('personal-data find ann@example.org');
  assert.is(exitCode, 0);
  const counts = answer.found.map(({ place, count }: { place: string; count: number }) => [place, count]);
  assert.equal(counts, [
    ['parts of the log', 2],
    ['read model email_outbox', 1],
    ['read model suppressions', 1],
    ['blobs', 1],
  ]);
  assert.equal(answer.found.at(-1).names, [sent.sha256]);
  assert.ok(answer.not_searched.includes('backups'));
  const { stdout } = await cli.run('personal-data find ann@example.org');
  assert.match(stdout, /^blobs +1 +[0-9a-f]{64}$/m);
  assert.match(stdout, /^Not searched: .*process log/m);
  const none = await cli.run('personal-data find +4915123456789');
  assert.match(none.stdout, /^Nothing was found\.\n\nNot searched: /);
  const wrong = await cli.run('personal-data find ann');
  assert.is(wrong.exitCode, 2);
});

test.run();
