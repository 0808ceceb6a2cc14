import { type Blobs, BlobsUnavailable } from '../../../src/ports/blobs.ts';
import { memoryBlobs } from '../../support/memoryBlobs.ts';
import { callsOf, type StoreCallsParts } from './calls.ts';

export interface WorldBlobs {
  view(parts: StoreCallsParts): Blobs;
}

const TAKES_MS = [0.5, 6] as const;

/** Large contents, shared by all processes. */
export function worldBlobs(dateMs: () => number): WorldBlobs {
  const kept = memoryBlobs(dateMs);
  return {
    view(parts) {
      const unavailable = (why: string) => new BlobsUnavailable(why);
      const calls = callsOf({ ...parts, store: 'blobs', takesMs: TAKES_MS, unavailable });
      return {
        ...kept,
        put: async (bytes) => (await calls.write(() => kept.put(bytes))) as Awaited<ReturnType<Blobs['put']>>,
        get: async (ref) => (await calls.read(() => kept.get(ref))) as Buffer,
      };
    },
  };
}
