import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { positionAt } from '../../../../src/adapters/position.ts';
import { documentsOf } from '../../../../src/projections/pages.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wallClock } from '../../../support/wallClock.ts';

const DOCUMENTS = 3_000;
/** As many pages of a hundred as end in one turn: one that is not yet full, and the one that fills it. */
const MOST = 200;

const test = suite('turns between the documents that are read');

for (const readers of [1, 5])
  test(`${readers} loops over many documents give others a turn after some`, async () => {
    const folder = temporaryFolder();
    const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
    const collection = await documents.collection<{ n: number }>({
      name: 'things_v1',
      indexes: { byN: ['n'] },
    });
    await collection.writeMany(
      Array.from({ length: DOCUMENTS }, (_, n) => ({
        key: `${n}`,
        position: positionAt(n + 1),
        document: { n },
      })),
    );
    let handled = 0;
    let most = 0;
    let isOver = false;
    const turns = (async () => {
      for (let before = 0; !isOver; before = handled) {
        await nextTurn();
        most = Math.max(most, handled - before);
      }
    })();
    const loop = async () => {
      for await (const { n } of documentsOf(collection, { index: 'byN' }, (each) => [each.n]))
        handled += n >= 0 ? 1 : 0;
    };
    const scanning = async () => {
      for await (const { document } of collection.scan()) handled += document.n >= 0 ? 1 : 0;
    };
    await Promise.all(Array.from({ length: readers }, (_, at) => (at === 1 ? scanning() : loop())));
    isOver = true;
    await turns;
    assert.is(handled, readers * DOCUMENTS);
    assert.ok(most <= MOST, `${most} documents between two turns`);
    await documents.close();
    folder.remove();
  });

test.run();
