import { parentPort } from 'node:worker_threads';
import { readMail } from './readMail.ts';

// The thread that parses mails: a mail that the parser cannot read ends only this thread. Null: it is loaded, or could not
// read the mail that it was given.
parentPort?.on('message', (raw: Uint8Array) => {
  readMail(raw).then(
    (read) => parentPort?.postMessage(read),
    () => parentPort?.postMessage(null),
  );
});
parentPort?.postMessage(null);
