import { completeWithin, joinedHashes, type TreeNode } from './merkleTree.ts';

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

/** More than a tree has. */
const LEVELS = 64;

/** Hashes of complete subtrees, and those of the ranges that they make up. */
export function knownNodes() {
  const hashes = new Map<number, string>();
  const keyOf = ({ level, index }: Omit<TreeNode, 'hash'>) => index * LEVELS + level;
  return {
    add(node: TreeNode): void {
      hashes.set(keyOf(node), node.hash);
    },
    /** @param unknown gives the hash of a subtree that was not added */
    async hashOf(
      { start, end }: LeafRange,
      unknown: (place: Omit<TreeNode, 'hash'>) => Promise<string>,
    ): Promise<string> {
      const parts: string[] = [];
      for (const place of completeWithin(start, end))
        parts.push(hashes.get(keyOf(place)) ?? (await unknown(place)));
      return joinedHashes(parts);
    },
  };
}
