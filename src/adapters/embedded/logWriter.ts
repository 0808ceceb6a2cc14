import { parentPort, workerData } from 'node:worker_threads';
import { type AppendOutcome, commitBatch, type PendingAppend } from './logCommit.ts';
import { type LogEnvironment, openLogEnvironment } from './logEnvironment.ts';

/** To the writer thread: a batch to commit, its environment to let go of, or its end. */
export type WriterCommand =
  | { readonly kind: 'commit'; readonly appends: readonly PendingAppend[]; readonly bytes: Uint8Array }
  | { readonly kind: 'release' }
  | { readonly kind: 'close' };

export type WriterAnswer =
  | { readonly kind: 'committed'; readonly outcomes: readonly AppendOutcome[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'released' };

// The thread that writes the log of one store: it waits for the disk, so that the main thread never does.
const port = parentPort;
if (port === null) throw new Error('the log writer runs as a worker thread');
const { folder } = workerData as { folder: string };
let environment: LogEnvironment | null = null;

const release = async () => {
  const open = environment;
  environment = null;
  await open?.close();
};

const obey = async (command: WriterCommand): Promise<WriterAnswer | null> => {
  switch (command.kind) {
    case 'commit':
      try {
        environment ??= openLogEnvironment(folder);
        const { buffer, byteOffset, byteLength } = command.bytes;
        const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
        return { kind: 'committed', outcomes: commitBatch(environment, command.appends, bytes) };
      } catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      }
    case 'release':
      await release();
      return { kind: 'released' };
    case 'close':
      await release();
      port.close();
      return null;
  }
};

port.on('message', async (command: WriterCommand) => {
  const answer = await obey(command);
  if (answer !== null) port.postMessage(answer);
});
