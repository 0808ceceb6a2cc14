import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keptField } from '../../../src/adapters/mime/keptField.ts';

const test = suite('a field of a mail that is sent as it came');

/** As programs write it in UTF-8, which not every server takes. */
const kept = (name: string, value: string) =>
  keptField({ name, value: Buffer.from(` ${value}`).toString('latin1') });

test('of each syntax with addresses or ids only the names are encoded', () => {
  for (const name of [
    ...['From', 'Sender', 'To', 'Cc', 'Reply-To', 'Resent-From', 'Errors-To', 'List-Owner', 'List-Id'],
    ...['Author', 'Original-From', 'Apparently-To', 'Mail-Followup-To', 'Mail-Reply-To', 'Mail-Copies-To'],
    ...['X-Confirm-Reading-To', 'Delivered-To', 'X-Original-To', 'Original-Recipient', 'Archived-At'],
    ...['X-Archived-At', 'Supersedes', 'Autocrypt-Gossip', 'Original-Message-ID'],
  ])
    assert.match(kept(name, 'Jörg <a@b.test>'), / ?=\?UTF-8\?[BQ]\?[^?]+\?=\s+<a@b\.test>\r\n$/i, name);
});

test('of those of other syntaxes the comments, and nothing else', () => {
  for (const [name, value] of [
    ['Received', 'from a.test (Käse) by b.test; Mon, 1 Jun 2026 10:00:00 +0200'],
    ['Authentication-Results', 'mx.a.test; spf=pass (Käse) smtp.mailfrom=b.test'],
    ['Auto-Submitted', 'auto-replied (Käse)'],
    ['Date', 'Mon, 1 Jun 2026 10:00:00 +0200 (Käse)'],
  ] as const) {
    const [before = '', after = ''] = value.split('Käse');
    const written = kept(name, value).replace(/\r\n(?= )/g, '');
    assert.ok(written.includes(before.trim()) && written.includes(after.trim()), written);
    assert.match(written, /\(=\?UTF-8\?[BQ]\?[^?]+\?=\)/i);
  }
});

test('free text is encoded as a whole, and ASCII stays as it is written', () => {
  assert.match(kept('Subject', 'Grüße <a@b.test>'), /^Subject: =\?UTF-8\?[BQ]\?[^?<]+\?=\r\n$/i);
  assert.match(kept('X-Note', 'Grüße <a@b.test>'), /^X-Note: =\?UTF-8\?[BQ]\?[^?<]+\?=\r\n$/i);
  assert.is(kept('X-Note', '  two  spaces'), 'X-Note:   two  spaces\r\n');
});

test.run();
