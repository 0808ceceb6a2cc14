import { parentPort } from 'node:worker_threads';
import { type BodyReaderName, bodyReaders } from './bodyReaders.ts';
import { type BodyReader, type ReadBody, readWith } from './reader.ts';

/** To the thread: the parts of one body, which are its own from then on. */
export interface ReadingJob {
  readonly reader: BodyReaderName;
  readonly parts: readonly Uint8Array[];
}

/** From the thread: what the body came to, or why reading it failed. */
export type ReadingResult = { readonly read: ReadBody<unknown> } | { readonly failed: string };

function resultOf({ reader, parts }: ReadingJob): ReadingResult {
  try {
    return { read: readWith(bodyReaders[reader] as BodyReader<unknown>, Buffer.concat(parts)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** The memory of bytes that have it to themselves: it is handed over, where the rest is copied. */
function ownMemory(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength) found.add(buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) ownMemory(part, found);
  }
  return found;
}

parentPort?.on('message', (job: ReadingJob) => {
  const result = resultOf(job);
  parentPort?.postMessage(result, [...ownMemory(result)]);
});
