import { completeWithin, joined, type TreeNode } from './merkleTree.ts';

/** Leaves from `start` up to `end`, exclusive. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The largest power of two below a number of at least 2. */
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

/** The subtrees whose hashes are the inclusion proof of a leaf in a tree (RFC 9162, section 2.1.3.1). */
export function inclusionPath(index: number, size: number): readonly LeafRange[] {
  const path: LeafRange[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.unshift({ start: middle, end });
      end = middle;
    } else {
      path.unshift({ start, end: middle });
      start = middle;
    }
  }
  return path;
}

/** The subtrees whose hashes prove that a tree continues a smaller one (RFC 9162, section 2.1.4.1); none for equal sizes. */
export function consistencyPath(from: number, size: number): readonly LeafRange[] {
  const path: LeafRange[] = [];
  let start = 0;
  let end = size;
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      path.unshift({ start: middle, end });
      end = middle;
    } else {
      path.unshift({ start, end: middle });
      start = middle;
    }
  }
  return start === 0 ? path : [{ start, end }, ...path];
}

/** Collects the hashes of complete subtrees as a log is read, and gives those of the ranges that were wanted. */
export function collectedNodes() {
  const hashes = new Map<string, Buffer | null>();
  const keyOf = ({ level, index }: Omit<TreeNode, 'hash'>) => `${level}/${index}`;
  return {
    want(ranges: readonly LeafRange[]): void {
      for (const { start, end } of ranges)
        for (const place of completeWithin(start, end)) {
          const key = keyOf(place);
          if (!hashes.has(key)) hashes.set(key, null);
        }
    },
    /** Keeps the node's hash when it is wanted. */
    add(node: TreeNode): void {
      const key = keyOf(node);
      if (hashes.has(key)) hashes.set(key, node.hash);
    },
    /** In hex. @throws Error when one of them was not read */
    hashOf({ start, end }: LeafRange): string {
      const parts = completeWithin(start, end).map((place) => hashes.get(keyOf(place)) ?? null);
      if (parts.includes(null)) throw new Error(`the leaves from ${start} to ${end} were not read`);
      return joined(parts.filter((part) => part !== null)).toString('hex');
    },
  };
}
