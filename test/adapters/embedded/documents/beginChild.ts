import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDocumentFile, READ_MODELS } from '../../../../src/adapters/embedded/documents/documentFile.ts';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { quietLog } from '../../../support/quietLog.ts';

const TOGETHER_MS = 50;

// Opens the documents and the ledger of new folders as soon as it is asked to, so that several processes begin the files at
// one moment. Writes what was refused.
const [, , folder = '', folders = ''] = process.argv;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let n = 0; n < Number(folders); n++) {
  const path = join(folder, String(n));
  // All processes come to the next folder at the same moment.
  await sleep(TOGETHER_MS - (Date.now() % TOGETHER_MS));
  try {
    openDocumentFile(path, READ_MODELS, quietLog).close();
    const store = await embeddedEventStore(path, { log: quietLog, isNew: true });
    await store.close();
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
  }
}
process.stdin.destroy();
