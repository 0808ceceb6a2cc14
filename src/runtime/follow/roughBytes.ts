/** Members that are looked at; where there are more, the others count as much as these. */
const SAMPLED_ITEMS = 4;
const SAMPLED_FIELDS = 32;
const MAX_DEPTH = 12;

/**
 * Roughly the bytes of memory that a plain value takes, from a sample of its lists, so that weighing costs little
 * whatever its size. Good enough to bound what is kept; off by a factor of two or three.
 */
export function roughBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (depth === MAX_DEPTH) return 64;
  const isList = Array.isArray(value);
  const members: readonly unknown[] = isList ? value : Object.values(value);
  const most = isList ? SAMPLED_ITEMS : SAMPLED_FIELDS;
  // Evenly over all of them: the first may be unlike the rest.
  const step = Math.max(1, Math.floor(members.length / most));
  let bytes = 0;
  let looked = 0;
  for (let at = 0; at < members.length && looked < most; at += step) {
    bytes += 8 + roughBytes(members[at], depth + 1);
    looked += 1;
  }
  return 32 + (looked === 0 ? 0 : Math.round((bytes * members.length) / looked));
}
