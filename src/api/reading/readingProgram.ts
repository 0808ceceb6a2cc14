import { parentPort } from 'node:worker_threads';
import { type BodyReaderName, readerNamed } from './bodyReaders.ts';
import { type ReadBody, readBytes } from './reader.ts';

/** To the thread: the parts of one body, whose memory moves to the thread. */
export interface ReadingJob {
  readonly reader: BodyReaderName;
  readonly parts: readonly Uint8Array[];
}

/** From the thread: the result, or why reading failed. */
export type ReadingResult = { readonly read: ReadBody<unknown> } | { readonly failed: string };

function resultOf({ reader, parts }: ReadingJob): ReadingResult {
  try {
    return { read: readBytes(readerNamed(reader), Buffer.concat(parts)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** The buffers that hold the bytes of one value only: they are moved, while all else is copied. */
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
