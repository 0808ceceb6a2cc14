import { parentPort } from 'node:worker_threads';
import { readMessage } from './readMessage.ts';

// The thread that decodes messages: one that the parser cannot read ends only this thread. Null: it is loaded, or could
// not read the message that it was given.
parentPort?.on('message', (raw: Uint8Array) => {
  readMessage(raw).then(
    (read) => parentPort?.postMessage(read),
    () => parentPort?.postMessage(null),
  );
});
parentPort?.postMessage(null);
