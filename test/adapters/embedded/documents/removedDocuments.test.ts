import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { at } from '../../../contract/documents/collections.ts';
import { manualClock } from '../../../support/manualClock.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('positions of removed documents');
const HOUR_MS = 3_600_000;
const REMOVED = 1_200;

test('are kept for a day, and swept after it', async () => {
  const folder = temporaryFolder();
  const clock = manualClock();
  const documents = openEmbeddedDocuments(folder.path, { clock, log: quietLog });
  const collection = await documents.collection<{ n: number }>({ name: 'some_v1', indexes: { byN: ['n'] } });
  const keys = Array.from({ length: REMOVED }, (_, n) => `k${n}`);
  const remembered = async () => (await collection.getForFold(keys)).size;
  let written = 0;
  /** Any write may start the sweep, which needs some turns of the event loop. */
  const passing = async (hours: number) => {
    await clock.advance(hours * HOUR_MS);
    await collection.writeMany([{ key: 'other', position: at(10_000 + written++), document: { n: 1 } }]);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n + 1), document: { n } })));
  await collection.writeMany(keys.map((key, n) => ({ key, position: at(n + 5_000), document: null })));
  await passing(23);
  assert.is(await remembered(), REMOVED);
  // What came to life again is no removed document any more.
  await collection.writeMany([{ key: 'k7', position: at(9_000), document: { n: 7 } }]);
  await passing(2);
  assert.is(await remembered(), 1);
  assert.equal((await collection.get('k7'))?.document, { n: 7 });
  assert.equal((await collection.page({ index: 'byN', limit: 9 })).length, 2);
  await documents.close();
  folder.remove();
});

test.run();
