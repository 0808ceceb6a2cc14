import { parentPort } from 'node:worker_threads';
import { readMail } from './readMail.ts';

// The thread that takes mails apart: one that the parser cannot stand is no more than the end of this thread.
parentPort?.on('message', (raw: Uint8Array) => {
  readMail(raw).then(
    (read) => parentPort?.postMessage(read),
    () => parentPort?.postMessage(null),
  );
});
