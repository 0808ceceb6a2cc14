// src/audit/prove.ts
import { EMPTY_TREE } from "./merkleTree.js";
import { consistencyPath, inclusionPath, knownNodes } from "./proofs.js";
import { sealedParts } from "./sealedParts.js";
import { positionOf } from "./sealSearch.js";
import { treeOfSeal } from "./sealStream.js";
import { PART_LEAVES, treeFold } from "./treeFold.js";
import { witnessedSeal } from "./witness.js";
async function prove(store, positions, { from, head }) {
  const { size } = head.data;
  const sealed = sealedParts(store, head);
  const nodes = knownNodes();
  const [tree, earlier] = [treeOfSeal(head.data), treeOfSeal(from.data)];
  if (tree === null || earlier === null) throw new RangeError("a seal contradicts itself: run audit verify");
  for (const peak of [...tree.peaks, ...earlier.peaks]) nodes.add(peak);
  const parts = /* @__PURE__ */ new Set();
  for (const position of positions) parts.add(await sealed.partOf(position));
  const found = [];
  for (const part of [...parts].sort((a, b) => a - b)) {
    const start = part * PART_LEAVES;
    const fold = treeFold(store, {
      tree: EMPTY_TREE,
      after: await sealed.beginOf(part),
      onLeaf: (leaf, tree2) => {
        if (positions.has(leaf.position))
          found.push({ index: start + tree2.size, revision: leaf.revision, texts: leaf.texts() });
      },
      onNode: (node) => nodes.add({ ...node, index: node.index + start / 2 ** node.level })
    });
    await fold.to(Math.min(PART_LEAVES, size - start));
    refuseFault(fold);
  }
  const begun = Math.floor(from.data.size / PART_LEAVES);
  if (!parts.has(begun) && earlier.size > begun * PART_LEAVES) {
    const fold = treeFold(store, {
      tree: earlier,
      after: await positionOf(store, from.data),
      onNode: nodes.add
    });
    await fold.to(Math.min((begun + 1) * PART_LEAVES, size));
    refuseFault(fold);
  }
  const hashesOf = async (ranges) => {
    const hashes = [];
    for (const range of ranges) hashes.push(await nodes.hashOf(range, sealed.hashOf));
    return hashes;
  };
  const events = [];
  for (const event of found)
    events.push({ ...event, inclusion: await hashesOf(inclusionPath(event.index, size)) });
  return {
    format: "postledger proof 1",
    events,
    head: witnessedSeal(head),
    from: witnessedSeal(from),
    consistency: await hashesOf(consistencyPath(from.data.size, size))
  };
}
function refuseFault(fold) {
  const fault = fold.fault();
  if (fault !== null) throw new RangeError(fault);
}
export {
  prove
};
//# sourceMappingURL=prove.js.map
