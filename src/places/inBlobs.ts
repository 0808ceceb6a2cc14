import { BlobMissing } from '../ports/blobs.ts';
import type { Search } from './place.ts';

/** One that was put since may be for an event that is appended only now, as in `blobs sweep`. */
const YOUNG_MS = 86_400_000;

/** Blobs, by their hash: those that events of the person refer to, which may be of others too, and those that name them. */
export const inBlobs: Search = {
  async *find({ blobs }, person) {
    for await (const { sha256, bytes } of blobs.sweep({
      isNeeded: () => true,
      putBeforeMs: 0,
      dryRun: true,
    })) {
      const contents = await blobs.get({ sha256, length: bytes }).catch((error) => {
        // The remains of a put that was interrupted: they may hold anyone's.
        if (error instanceof BlobMissing) return null;
        throw error;
      });
      if (contents === null || person.isIn(`${sha256}\n${contents}`)) yield sha256;
    }
  },
  async cut({ blobs, clock }, hashes) {
    const cut = new Set(hashes);
    const options = { putBeforeMs: clock.nowMs() - YOUNG_MS, dryRun: false };
    let young = 0;
    for await (const { sha256, removed } of blobs.sweep({ ...options, isNeeded: (each) => !cut.has(each) }))
      if (cut.has(sha256) && !removed) young++;
    if (young > 0) throw new Error(`${young} blobs were put within a day: cut them again later`);
  },
};
