import type { Ids } from '../ports/ids.ts';

const BITS = 2 ** 32;

/** A number from `low` (included) to `high` (not). */
export function between(ids: Pick<Ids, 'randomBytes'>, low: number, high: number): number {
  return low + (ids.randomBytes(4).readUInt32BE() / BITS) * (high - low);
}
