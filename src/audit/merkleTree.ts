import { hash } from 'node:crypto';

/** A complete subtree of 2^`level` leaves; `index` counts the subtrees of its level from the left. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
  /** In hex, as all hashes here: Node makes a string of one more quickly than a buffer. */
  readonly hash: string;
}

/**
 * A Merkle tree of RFC 9162, section 2.1, as the complete subtrees that it consists of: the largest first, one at most of
 * each level. Together with its size that is all that is needed to go on.
 */
export interface Tree {
  readonly size: number;
  readonly peaks: readonly TreeNode[];
}

export const EMPTY_TREE: Tree = { size: 0, peaks: [] };

/** The first byte of what is hashed: an inner node can't be taken for a leaf. */
const LEAF = 0;
const INNER = 1;
const HASH_BYTES = 32;
const HASH = /^[\da-f]{64}$/;
/** Nearly all of the time goes into these hashes, so their input is written into one buffer. */
const hashed = Buffer.alloc(1 + 2 * HASH_BYTES);

/** The hash of a leaf: the entry, in hex and of 64 bytes at most, after a zero byte. */
export function leafHash(entry: string): string {
  hashed[0] = LEAF;
  return hash('sha256', hashed.subarray(0, 1 + hashed.write(entry, 1, 'hex')), 'hex');
}

function innerHash(left: string, right: string): string {
  hashed[0] = INNER;
  hashed.write(left, 1, 'hex');
  hashed.write(right, 1 + HASH_BYTES, 'hex');
  return hash('sha256', hashed, 'hex');
}

/** The tree with one leaf more. `onNode` is called with each complete subtree that this completes, the leaf first. */
export function withLeaf(tree: Tree, entry: string, onNode?: (node: TreeNode) => void): Tree {
  let kept = tree.peaks.length;
  let node: TreeNode = { level: 0, index: tree.size, hash: leafHash(entry) };
  onNode?.(node);
  for (let left = tree.peaks[kept - 1]; left?.level === node.level; left = tree.peaks[kept - 1]) {
    kept -= 1;
    node = { level: node.level + 1, index: left.index / 2, hash: innerHash(left.hash, node.hash) };
    onNode?.(node);
  }
  const peaks = tree.peaks.slice(0, kept);
  peaks.push(node);
  return { size: tree.size + 1, peaks };
}

/** The hash of what the subtrees stand for together, in their order; of none: the SHA-256 of nothing. */
export function joinedHashes(hashes: readonly string[]): string {
  return hashes.length === 0
    ? hash('sha256', '', 'hex')
    : hashes.reduceRight((right, left) => innerHash(left, right));
}

/** The hash of the whole tree. */
export const rootOf = ({ peaks }: Tree): string => joinedHashes(peaks.map(({ hash }) => hash));

/** The tree of a size whose subtrees have these hashes; null when one is no hash, or a tree of the size has another number of them. */
export function treeOf(size: number, hashes: readonly string[]): Tree | null {
  const places = completeWithin(0, size);
  if (places.length !== hashes.length || !hashes.every((hash) => HASH.test(hash))) return null;
  return { size, peaks: places.map((place, at) => ({ ...place, hash: hashes[at] ?? '' })) };
}

/**
 * The complete subtrees that the leaves from `start` up to `end` (exclusive) consist of. `start` is zero or a multiple of
 * the power of two that is not below their number, as it is for each subtree that a proof names.
 */
export function completeWithin(start: number, end: number): readonly Omit<TreeNode, 'hash'>[] {
  const places: Omit<TreeNode, 'hash'>[] = [];
  for (let at = start; at < end; ) {
    const level = Math.floor(Math.log2(end - at));
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}
