// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { submissionReader } from '../../src/main/submissionReader.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('the thread that makes requests of submitted mail');

test('a mail of megabytes comes from it as a request that was checked, with what its id is made of', async () => {
  const reader = submissionReader({ clock: systemClock, log: quietLog });
  const html = `<p>${'Grüße '.repeat(500_000)}</p>`;
  const head = ['From: a@acme.test', 'To: ann@customer.test', 'Subject: x', 'Message-ID: <1@acme.test>'];
  const mail = (fields: readonly string[]) => ({
    raw: Buffer.from([...head, 'Content-Type: text/html; charset=utf-8', ...fields, '', html].join('\r\n')),
    ...{ recipients: ['ann@customer.test'], track: [] },
  });
  const [read, again, refused] = await Promise.all([
    reader.read(mail([]), 'w'),
    reader.read(mail(['Received: from x by y']), 'w'),
    reader.read(mail(['X-Postledger-Schedule: some day']), 'w'),
  ]);
  if (read === null || typeof read === 'string' || !('request' in read)) throw new Error('it was not read');
  assert.equal([read.request.html, read.request.raw], [null, undefined], 'its bytes need not come back');
  assert.is(read.identity?.[0], 'content');
  assert.ok(again && typeof again !== 'string' && 'identity' in again);
  assert.equal(again.identity, read.identity);
  assert.ok(refused && typeof refused !== 'string' && 'issues' in refused);
  assert.is(refused.issues[0]?.path, '/scheduled_for');
  await reader.close();
});

test.run();
