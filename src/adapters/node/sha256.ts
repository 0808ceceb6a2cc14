import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes hashed in one turn: about a millisecond of work. */
const SLICE_BYTES = 1_048_576;

let queue: Promise<unknown> = Promise.resolve();

/**
 * The SHA-256 of bytes in hex. Large inputs are hashed one after another, a slice in each turn of the event loop, so
 * that a large attachment does not hold up other requests.
 */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= SLICE_BYTES) return createHash('sha256').update(bytes).digest('hex');
  const hash = queue.then(() => hashInSlices(bytes));
  queue = hash;
  return hash;
}

async function hashInSlices(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    hash.update(bytes.subarray(at, at + SLICE_BYTES));
    await nextTurn();
  }
  return hash.digest('hex');
}
