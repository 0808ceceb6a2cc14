import { hash } from 'node:crypto';

/** A complete subtree of 2^`level` leaves; `index` counts the subtrees of its level from the left. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Buffer;
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
/** Nearly all of the time goes into these hashes, so their input is written into one buffer. */
const pair = Buffer.alloc(1 + 2 * HASH_BYTES, INNER);

/** The hash of a leaf: the entry after a zero byte. */
export const leafHash = (entry: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.of(LEAF), entry]), 'buffer');

function innerHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return hash('sha256', pair, 'buffer');
}

/** The tree with one leaf more. `onNode` is called with each complete subtree that this completes, the leaf first. */
export function withLeaf(tree: Tree, entry: Uint8Array, onNode?: (node: TreeNode) => void): Tree {
  const peaks = [...tree.peaks];
  let node: TreeNode = { level: 0, index: tree.size, hash: leafHash(entry) };
  onNode?.(node);
  for (let left = peaks.at(-1); left?.level === node.level; left = peaks.at(-1)) {
    peaks.pop();
    node = { level: node.level + 1, index: left.index / 2, hash: innerHash(left.hash, node.hash) };
    onNode?.(node);
  }
  return { size: tree.size + 1, peaks: [...peaks, node] };
}

/** The hash of what the subtrees stand for together, in their order; of none: the SHA-256 of nothing. */
export function joined(hashes: readonly Uint8Array[]): Buffer {
  const root = hashes.reduceRight<Uint8Array | null>(
    (right, left) => (right === null ? left : innerHash(left, right)),
    null,
  );
  return root === null ? hash('sha256', '', 'buffer') : Buffer.from(root);
}

/** The hash of the whole tree. */
export const rootOf = ({ peaks }: Tree): Buffer => joined(peaks.map(({ hash }) => hash));

/** The tree of a size whose subtrees have these hashes; null when a tree of the size has another number of them. */
export function treeOf(size: number, hashes: readonly Uint8Array[]): Tree | null {
  const places = completeWithin(0, size);
  if (places.length !== hashes.length) return null;
  return { size, peaks: places.map((place, at) => ({ ...place, hash: Buffer.from(hashes[at] ?? []) })) };
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
