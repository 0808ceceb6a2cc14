import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../src/adapters/embedded/documents/documents.ts';
import { sharedCommits } from '../../../src/adapters/embedded/sharedCommits.ts';
import { openSqlite } from '../../../src/adapters/embedded/sqlite.ts';
import { positionAt } from '../../../src/adapters/position.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('commits that are shared');

/** A store that undoes what a failing commit did, and counts the operations of each that succeeded. */
function counting() {
  const sizes: number[] = [];
  const { add } = sharedCommits(async (operations) => {
    for (const operation of operations) operation();
    sizes.push(operations.length);
  });
  return { sizes, add };
}

test('what is written in one turn is one commit, what comes meanwhile the next', async () => {
  const { sizes, add } = counting();
  assert.equal(await Promise.all([1, 2, 3].map((n) => add(() => n, 1))), [1, 2, 3]);
  assert.is(await add(() => 'later', 1), 'later');
  assert.equal(sizes, [3, 1]);
});

test('a commit has so many rows at most, or one operation', async () => {
  const { sizes, add } = counting();
  await Promise.all([100, 100, 100, 400, 1].map((rows) => add(() => {}, rows)));
  assert.equal(sizes, [2, 1, 1, 1]);
});

test('an operation that fails fails alone', async () => {
  const { sizes, add } = counting();
  const failing = () => {
    throw new Error('this one');
  };
  const results = await Promise.allSettled([add(() => 'one', 1), add(failing, 1), add(() => 'two', 1)]);
  assert.equal(
    results.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
    ['one', 'Error: this one', 'two'],
  );
  assert.equal(sizes, [1, 1]);
});

test('documents of several collections are one commit, and one whose collection was dropped fails alone', async () => {
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: manualClock(), log: quietLog });
  const names = ['one', 'two', 'three'];
  const all = await Promise.all(
    names.map((name) => documents.collection<{ n: number }>({ name, indexes: {} })),
  );
  const other = openSqlite(join(folder.path, 'read-models.sqlite'), { busyTimeoutMs: 0 });
  const pages = () => (other.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
  const write = (n: number) => (collection: (typeof all)[number]) =>
    collection.writeMany([{ key: 'k', position: positionAt(n), document: { n } }]);
  await Promise.all(all.map(write(1)));
  const before = pages();
  await Promise.all(all.map(write(2)));
  // A page of each table, and the newest position once.
  assert.is(pages() - before, all.length + 1);
  await documents.drop('two');
  const results = await Promise.allSettled(all.map(write(3)));
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal((await all[2]?.get('k'))?.document, { n: 3 });
  other.close();
  await documents.close();
  folder.remove();
});

test.run();
