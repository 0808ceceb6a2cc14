import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { neededBlobs } from '../../src/cli/blobs/neededBlobs.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { blobRefsIn } from '../../src/events/blobRefs.ts';
import { catalogue } from '../../src/events/catalogue.ts';
import type { NewEvent } from '../../src/events/event.ts';
import { divided } from '../../src/events/parts.ts';
import { terminal } from './terminal.ts';

const DAY_MS = 86_400_000;
const test = suite('blobs sweep');

/** As the checked store gives it to the log. */
const asStored = (event: NewEvent) => divided(event, () => 'A'.repeat(22));
const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };

test('what no event refers to goes a day after it was put', async () => {
  const cli = await terminal();
  const { ledger, blobs } = cli;
  const [html, file, orphan, late] = await Promise.all(
    ['html', 'file', 'orphan', 'late'].map((text) => blobs.put(Buffer.from(text))),
  );
  const data = { html: { blob: html }, text: { inline: 'x' }, attachments: [{ content: file }] };
  const accepted = newEvents(ledger, origin, [{ type: 'EmailAccepted', data }]);
  await ledger.store.append('email-1', 'no-stream', accepted.map(asStored));
  const nothing = { looked_at: 4, removed: 0, bytes: 0, dry_run: false, orphans: [] };
  assert.equal((await cli.json('blobs sweep')).data, nothing);
  await ledger.clock.advance(DAY_MS + 1);
  await blobs.put(Buffer.from('late'));
  const removed = { looked_at: 4, removed: 1, bytes: 6, orphans: [orphan?.sha256] };
  const planned = await cli.run('blobs sweep --dry-run');
  assert.match(planned.stdout, `6 bytes that no event refers to.\n${orphan?.sha256}\n`);
  assert.equal((await cli.json('blobs sweep --dry-run')).data, { ...removed, dry_run: true });
  assert.is(blobs.kept.size, 4);
  assert.equal((await cli.json('blobs sweep')).data, { ...removed, dry_run: false });
  assert.equal(
    [html, file, orphan, late].map((ref) => blobs.kept.has(ref?.sha256 ?? '')),
    [true, true, false, true],
  );
  const said = await cli.run('blobs sweep');
  assert.is(said.stdout, 'Of 3 blobs 0 were removed: 0 bytes that no event refers to.\n');
});

const OTHER = '0b6a3ab2-6d2f-4d5f-8f6e-2f5a3a1c9d10';

test('with an empty log, another ledger, or a log that ends before the read models, nothing is removed', async () => {
  const cli = await terminal();
  await cli.blobs.put(Buffer.from('precious'));
  await cli.ledger.clock.advance(2 * DAY_MS);
  await cli.run('workspaces create one');
  await cli.run('workspaces create two');
  cli.store.log.splice(2);
  const shorter = await cli.run('blobs sweep');
  assert.is(shorter.exitCode, 1);
  assert.match(shorter.stderr, 'it is not the log that these blobs belong to');
  const [opened] = cli.store.log.splice(0);
  const empty = await cli.run('blobs sweep');
  assert.is(empty.exitCode, 1);
  assert.match(empty.stderr, 'the log is empty');
  if (opened !== undefined) cli.store.log.push({ ...opened, data: { ledgerId: OTHER, keyCheck: '' } });
  const other = await cli.run('blobs sweep');
  assert.is(other.exitCode, 1);
  assert.match(other.stderr, `the log is ledger ${OTHER}`);
  assert.is(cli.blobs.kept.size, 1);
});

/** An example with a blob wherever the schema allows one; adds their hashes. */
function exampleWithBlobs(schema: TSchema, hashes: string[]): unknown {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  if (anyOf !== undefined) {
    const last = anyOf.findLast((option) => (option as { type?: string }).type !== 'null');
    return last === undefined ? null : exampleWithBlobs(last, hashes);
  }
  if (items !== undefined) return [exampleWithBlobs(items, hashes), exampleWithBlobs(items, hashes)];
  if (properties === undefined) return 0;
  // What was handed over has a hash too, and is in no store.
  if (Object.keys(properties).join() === 'sha256,length') {
    const sha256 = createHash('sha256').update(String(hashes.length)).digest('hex');
    hashes.push(sha256);
    return { sha256, length: 1 };
  }
  const fields = Object.entries(properties).map(([name, part]) => [name, exampleWithBlobs(part, hashes)]);
  return Object.fromEntries(fields);
}

test('every place of the catalogue where a blob may stand is in the contents, and seen', () => {
  let places = 0;
  for (const { type, schema } of catalogue.values()) {
    const hashes: string[] = [];
    const data = exampleWithBlobs(schema, hashes);
    const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: 'now' };
    const { parts } = asStored({ id: 'i', type, data, metadata });
    assert.equal(
      blobRefsIn(parts?.contents?.text).map(({ sha256 }) => sha256),
      hashes,
      type,
    );
    places += hashes.length;
  }
  // html, text, variables and two attachments of an email at the least.
  assert.ok(places >= 10, `${places} places`);
});

test('what the contents name is needed, and nothing else, also at the edges of the sets', async () => {
  const hash = (n: number) => createHash('sha256').update(String(n)).digest('hex');
  const [first, last] = ['0'.repeat(64), 'f'.repeat(64)];
  const named = [first, last, ...Array.from({ length: 20_000 }, (_, n) => hash(n))];
  const texts = named.map((sha256) => JSON.stringify({ html: { blob: { sha256, length: 1 } } }));
  const isNeeded = await neededBlobs(async function* () {
    yield texts.slice(0, 3);
    yield texts.slice(3);
  });
  for (const sha256 of named) assert.ok(isNeeded(sha256));
  for (let n = 20_000; n < 40_000; n++) assert.not.ok(isNeeded(hash(n)));
});

test.run();
