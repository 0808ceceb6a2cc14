import { createHash } from 'node:crypto';

/** Hashes of keys that were asked for lately: a dozen consumers ask for each, and the hash takes longer than all they do with it. */
const hashes = new Map<string, number>();
const MAX_HASHES = 10_000;

/** The partition of a key, from 0 to `partitions - 1`: the same in every process. */
export function partitionOf(key: string, partitions: number): number {
  return partitions === 1 ? 0 : (hashes.get(key) ?? added(key)) % partitions;
}

function added(key: string): number {
  const hash = createHash('md5').update(key).digest().readUInt32BE(0);
  if (hashes.size >= MAX_HASHES) hashes.clear();
  hashes.set(key, hash);
  return hash;
}
