import { completeWithin, joinedHashes, type TreeNode } from './merkleTree.ts';

/** Leaves from `start` up to `end`, exclusive. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The largest power of two below a number of at least 2. */
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

/**
 * The siblings of the subtrees on the way down a tree, the last one first, and the range that it comes to.
 * @param isLeft whether the way goes on below the middle
 */
function wayDown(size: number, isThere: (at: LeafRange) => boolean, isLeft: (middle: number) => boolean) {
  const siblings: LeafRange[] = [];
  let at: LeafRange = { start: 0, end: size };
  while (!isThere(at)) {
    const middle = at.start + splitOf(at.end - at.start);
    const [left, right] = [
      { ...at, end: middle },
      { ...at, start: middle },
    ];
    const goesLeft = isLeft(middle);
    siblings.unshift(goesLeft ? right : left);
    at = goesLeft ? left : right;
  }
  return { siblings, at };
}

/** The subtrees whose hashes are the inclusion proof of a leaf in a tree (RFC 9162, section 2.1.3.1). */
export function inclusionPath(index: number, size: number): readonly LeafRange[] {
  const isLeaf = ({ start, end }: LeafRange) => end - start <= 1;
  return wayDown(size, isLeaf, (middle) => index < middle).siblings;
}

/** The subtrees whose hashes prove that a tree continues a smaller one (RFC 9162, section 2.1.4.1); none for equal sizes. */
export function consistencyPath(from: number, size: number): readonly LeafRange[] {
  const isEnd = ({ end }: LeafRange) => end === from;
  const { siblings, at } = wayDown(size, isEnd, (middle) => from <= middle);
  return at.start === 0 ? siblings : [at, ...siblings];
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
