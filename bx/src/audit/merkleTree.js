// src/audit/merkleTree.ts
import { hash } from "node:crypto";
var EMPTY_TREE = { size: 0, peaks: [] };
var LEAF = 0;
var INNER = 1;
var HASH_BYTES = 32;
var HASH = /^[\da-f]{64}$/;
var hashed = Buffer.alloc(1 + 2 * HASH_BYTES);
function leafHash(entry) {
  hashed[0] = LEAF;
  return hash("sha256", hashed.subarray(0, 1 + hashed.write(entry, 1, "hex")), "hex");
}
function innerHash(left, right) {
  hashed[0] = INNER;
  hashed.write(left, 1, "hex");
  hashed.write(right, 1 + HASH_BYTES, "hex");
  return hash("sha256", hashed, "hex");
}
function withLeaf(tree, entry, onNode) {
  let kept = tree.peaks.length;
  let node = { level: 0, index: tree.size, hash: leafHash(entry) };
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
function joined(hashes) {
  return hashes.length === 0 ? hash("sha256", "", "hex") : hashes.reduceRight((right, left) => innerHash(left, right));
}
var rootOf = ({ peaks }) => joined(peaks.map(({ hash: hash2 }) => hash2));
function treeOf(size, hashes) {
  const places = completeWithin(0, size);
  if (places.length !== hashes.length || !hashes.every((hash2) => HASH.test(hash2))) return null;
  return { size, peaks: places.map((place, at) => ({ ...place, hash: hashes[at] ?? "" })) };
}
function completeWithin(start, end) {
  const places = [];
  for (let at = start; at < end; ) {
    const level = Math.floor(Math.log2(end - at));
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}
export {
  EMPTY_TREE,
  completeWithin,
  joined,
  leafHash,
  rootOf,
  treeOf,
  withLeaf
};
//# sourceMappingURL=merkleTree.js.map
