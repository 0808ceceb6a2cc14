import { createHash } from 'node:crypto';

/** What is hashed at one go: about a millisecond's work. */
const SLICE_BYTES = 1_048_576;

let last: Promise<unknown> = Promise.resolve();

/**
 * The SHA-256 of bytes in hex. Much is hashed a slice a turn of the event loop, and one caller's after the other's, so
 * that nobody waits for an attachment of another's.
 */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= SLICE_BYTES) return createHash('sha256').update(bytes).digest('hex');
  const own = last.then(() => sliced(bytes));
  last = own;
  return own;
}

async function sliced(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    hash.update(bytes.subarray(at, at + SLICE_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest('hex');
}
