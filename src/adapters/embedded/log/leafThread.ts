import { parentPort, workerData } from 'node:worker_threads';
import type { CheckedRows, RowsQuestion } from './leaves.ts';
import { logReader } from './logReader.ts';

/** Null: they could not be read. */
export type RowsAnswer = CheckedRows | null;

const port = parentPort;
if (port === null) throw new Error('leaves are read ahead in a worker thread');
const { folder } = workerData as { readonly folder: string };
const reader = logReader(folder);

// Null: it ends, and closes its connection, without which the last one of the process would not copy back what was written.
port.on('message', async (question: RowsQuestion | null) => {
  if (question === null) {
    reader.close();
    port.close();
    return;
  }
  const rows = await reader.rows(question).catch(() => null);
  port.postMessage(rows, rows === null ? [] : rows.values.map(({ buffer }) => buffer));
});
