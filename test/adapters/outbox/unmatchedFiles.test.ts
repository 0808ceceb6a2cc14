import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unmatchedFiles } from '../../../src/adapters/outbox/unmatchedFiles.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('unmatched mails as files');

const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const mail = (n: number) => ({
  atMs: START_MS + n,
  why: 'it belongs to no delivery\r\nX-Forged: 1',
  sender: '',
  recipients: ['a@b.example', 'c@b.example'],
  remoteAddress: '192.0.2.1',
});

test('newest first, with what the operator needs, followed by the mail as it came', async () => {
  const folder = temporaryFolder();
  const files = unmatchedFiles(join(folder.path, 'kept'));
  assert.equal(await files.list(10), []);
  await files.store(mail(1), Buffer.from('Subject: one\r\n\r\nfirst'));
  await files.store(mail(2), Buffer.from('Subject: two\r\n\r\nsecond'));
  const [newest, oldest] = await files.list(10);
  assert.is(newest?.subject, 'two');
  assert.is(newest?.atMs, START_MS + 2);
  assert.equal(oldest?.recipients, ['a@b.example', 'c@b.example']);
  assert.is(oldest?.why, 'it belongs to no delivery X-Forged: 1');
  const raw = readFileSync(oldest?.name ?? '', 'utf8');
  assert.match(raw, /^X-Postledger-At: /);
  assert.not.match(raw, /^X-Forged/m);
  assert.ok(raw.endsWith('Subject: one\r\n\r\nfirst'));
  assert.is((await files.list(1)).length, 1);
  folder.remove();
});

test('another file in the folder is neither listed nor removed, and line ends of an editor do no harm', async () => {
  const folder = temporaryFolder();
  const files = unmatchedFiles(folder.path);
  await files.store(mail(1), Buffer.from('Subject: one\r\n\r\nfirst'));
  const [kept] = await files.list(10);
  const path = kept?.name ?? '';
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  const others = ['copy.eml', 'mail-2026.eml', '2026-99-99T00-00-00.000Z-0123456789abcdef.eml'];
  for (const name of others) writeFileSync(join(folder.path, name), 'Subject: other\n\nother');
  assert.equal(await files.list(10), [kept]);
  await files.store(mail(31 * 86_400_000), Buffer.from('Subject: two\r\n\r\nsecond'));
  assert.equal(
    (await files.list(10)).map(({ subject }) => subject),
    ['two'],
  );
  assert.equal(readdirSync(folder.path).length, others.length + 1);
  folder.remove();
});

test('beyond the bound the oldest goes, and of a large mail the beginning stays', async () => {
  const folder = temporaryFolder();
  const files = unmatchedFiles(folder.path);
  for (let n = 0; n < 1_000; n++) {
    const at = new Date(START_MS + n).toISOString().replaceAll(':', '-');
    writeFileSync(join(folder.path, `${at}-0123456789abcdef.eml`), '');
  }
  for (const n of [1_000, 1_001]) await files.store(mail(n), Buffer.alloc(200_000, `${n}`));
  const kept = await files.list(2_000);
  assert.equal([kept.length, kept[0]?.atMs, kept.at(-1)?.atMs], [1_000, START_MS + 1_001, START_MS + 2]);
  assert.ok(readFileSync(kept[0]?.name ?? '').length < 70_000);
  folder.remove();
});

test('after 30 days a mail goes, when another comes or someone asks for it', async () => {
  const folder = temporaryFolder();
  const files = unmatchedFiles(folder.path);
  const DAY_MS = 86_400_000;
  const days = async () => (await files.list(10)).map(({ atMs }) => (atMs - START_MS) / DAY_MS);
  for (const day of [0, 10, 20]) await files.store(mail(day * DAY_MS), Buffer.from('x'));
  assert.equal(await days(), [20, 10, 0]);
  await files.store(mail(30.5 * DAY_MS), Buffer.from('x'));
  assert.equal(await days(), [30.5, 20, 10]);
  await files.removeOld(START_MS + 40 * DAY_MS);
  assert.equal(await days(), [30.5, 20, 10], 'not before');
  await files.removeOld(START_MS + 51 * DAY_MS);
  assert.equal(await days(), [30.5]);
  folder.remove();
});

test.run();
