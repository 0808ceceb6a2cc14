import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openEmbeddedDocuments } from '../../../../src/adapters/embedded/documents/documents.ts';
import { at } from '../../../contract/documents/collections.ts';
import { nodeArguments } from '../../../support/project.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { wallClock } from '../../../support/wallClock.ts';

const BATCH = 100;

/** Has a process of its own write so many documents into `some_v1` of a data folder, then end or be killed. */
export function writingProcess(folder: string, documents: number, kill: boolean): Promise<void> {
  const args = [
    ...nodeArguments('test/adapters/embedded/documents/writingProcess'),
    folder,
    String(documents),
    kill ? 'kill' : 'end',
  ];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) =>
    child.once('exit', (code, signal) =>
      code === 0 || (kill && signal === 'SIGKILL') ? resolve() : reject(new Error(`ended with ${code}`)),
    ),
  );
}

async function write(folder: string, documents: number, end: string): Promise<void> {
  const store = openEmbeddedDocuments(folder, { clock: wallClock, log: quietLog });
  const collection = await store.collection({ name: 'some_v1', indexes: { byN: ['n'] } });
  for (let from = 0; from < documents; from += BATCH)
    await collection.writeMany(
      Array.from({ length: BATCH }, (_, n) => ({
        key: `k${from + n}`,
        position: at(from + n + 1),
        document: { n: from + n, text: 'x'.repeat(400) },
      })),
    );
  if (end === 'kill') process.kill(process.pid, 'SIGKILL');
  await store.close();
}

const [, script, folder, documents, end] = process.argv;
if (script === fileURLToPath(import.meta.url)) await write(folder ?? '', Number(documents), end ?? '');
