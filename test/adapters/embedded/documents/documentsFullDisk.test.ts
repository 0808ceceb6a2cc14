import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { DocumentsUnavailable } from '../../../../src/ports/documents.ts';
import { at } from '../../../contract/documents/collections.ts';
import { rejection } from '../../../contract/eventStore/events.ts';
import { liftLimit, limitFiles } from '../../../faults/appendingProcess.ts';
import { missingTool } from '../../../support/missingTool.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { skipped } from '../../../support/skipped.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wallClock } from '../../../support/wallClock.ts';

const test = suite('embedded documents on a full disk');

test('writes are refused while there is no room, reads go on, and all goes on with room again', async () => {
  const missing = missingTool('prlimit');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const collection = await documents.collection<{ text: string; n: number }>({
    name: 'some_v1',
    indexes: { byN: ['n'] },
  });
  let written = 0;
  const write = async () => {
    const writes = Array.from({ length: 100 }, (_, n) => ({
      key: `k${written + n}`,
      position: at(written + n + 1),
      document: { text: 'x'.repeat(5_000), n: written + n },
    }));
    await collection.writeMany(writes);
    written += 100;
  };
  await write();
  limitFiles(process.pid, 24 * 1_048_576);
  let refusal: unknown = null;
  while (refusal === null && written < 10_000)
    refusal = await write().then(
      () => null,
      (error) => error,
    );
  assert.instance(refusal, DocumentsUnavailable);
  assert.instance(await rejection(write()), DocumentsUnavailable);
  assert.is((await collection.get('k0'))?.document.n, 0);
  assert.is((await collection.page({ index: 'byN', from: written - 1, limit: 5 })).length, 1);
  assert.is(await collection.get(`k${written}`), null);
  liftLimit(process.pid);
  await write();
  assert.is(
    (await collection.page({ index: 'byN', from: 0, descending: true, limit: 1 }))[0]?.document.n,
    written - 1,
  );
  await documents.close();
  folder.remove();
});

test.run();
