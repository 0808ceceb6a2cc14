import { hash } from 'node:crypto';

/** The partition of a key, from 0 to `partitions - 1`: the same in every process. */
export function partitionOf(key: string, partitions: number): number {
  if (partitions === 1) return 0;
  return Number.parseInt(hash('md5', key).slice(0, 8), 16) % partitions;
}
