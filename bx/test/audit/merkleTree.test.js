// test/audit/merkleTree.test.ts
import { createHash } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { EMPTY_TREE, leafHash, rootOf, treeOf, withLeaf } from "../../src/audit/merkleTree.js";
import { consistencyPath, inclusionPath, knownNodes } from "../../src/audit/proofs.js";
import { seededRandom } from "../support/seededRandom.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
var test = suite("the Merkle tree");
var TREES = RUN_ALL ? 1e4 : 1e3;
var LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f"
];
var ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
];
var PATH_OF_FIRST = [
  "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
  "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
  "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
];
var vectors = LEAVES.map((leaf) => Buffer.from(leaf, "hex"));
var hex = (bytes) => Buffer.from(bytes).toString("hex");
var inner = (left, right) => createHash("sha256").update(Buffer.of(1)).update(left).update(right).digest();
function split(n) {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}
function naiveRoot(leaves) {
  if (leaves.length === 0) return createHash("sha256").digest();
  if (leaves.length === 1) return Buffer.from(leafHash(hex(leaves[0] ?? Buffer.alloc(0))), "hex");
  const k = split(leaves.length);
  return inner(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}
function naivePath(m, leaves) {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  if (m < k) return [...naivePath(m, left), hex(naiveRoot(right))];
  return [...naivePath(m - k, right), hex(naiveRoot(left))];
}
function naiveProof(m, leaves, isWhole) {
  if (m === leaves.length) return isWhole ? [] : [hex(naiveRoot(leaves))];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  if (m <= k) return [...naiveProof(m, left, isWhole), hex(naiveRoot(right))];
  return [...naiveProof(m - k, right, false), hex(naiveRoot(left))];
}
async function built(leaves, index, from) {
  const nodes = knownNodes();
  const tree = leaves.reduce((before, leaf) => withLeaf(before, hex(leaf), nodes.add), EMPTY_TREE);
  const hashes = (ranges) => Promise.all(ranges.map((range) => nodes.hashOf(range, () => Promise.reject(new Error("unknown")))));
  return {
    tree,
    inclusion: await hashes(inclusionPath(index, leaves.length)),
    consistency: await hashes(consistencyPath(from, leaves.length))
  };
}
test("has the roots and the path of the test vectors", async () => {
  for (const [at, root] of ROOTS.entries())
    assert.is(rootOf(LEAVES.slice(0, at + 1).reduce((tree, leaf) => withLeaf(tree, leaf), EMPTY_TREE)), root);
  assert.equal((await built(vectors, 0, 8)).inclusion, PATH_OF_FIRST);
  assert.is(rootOf(EMPTY_TREE), createHash("sha256").digest("hex"));
});
test(`of ${TREES} random trees, root and proofs are those of a naive tree`, async () => {
  const random = seededRandom(SEED);
  const number = (below) => Math.floor(random() * below);
  for (let run = 0; run < TREES; run++) {
    const size = 1 + number(run % 100 === 0 ? 300 : 20);
    const leaves = Array.from({ length: size }, () => Buffer.of(number(256), number(256)));
    const index = number(size);
    const from = 1 + number(size);
    const { tree, inclusion, consistency } = await built(leaves, index, from);
    assert.is(rootOf(tree), hex(naiveRoot(leaves)));
    assert.equal(inclusion, naivePath(index, leaves));
    assert.equal(consistency, naiveProof(from, leaves, true));
    const again = treeOf(
      size,
      tree.peaks.map(({ hash }) => hash)
    );
    assert.equal(again, tree);
  }
});
test("a seal whose hashes are none has no tree", () => {
  const hash = "a".repeat(64);
  assert.equal(treeOf(1, [hash])?.peaks, [{ level: 0, index: 0, hash }]);
  for (const other of ["", hash.slice(1), `${hash}a`, hash.replace("a", "g"), hash.toUpperCase()])
    assert.is(treeOf(1, [other]), null, other);
});
test.run();
//# sourceMappingURL=merkleTree.test.js.map
