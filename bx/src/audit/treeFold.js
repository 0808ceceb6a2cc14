// src/audit/treeFold.ts
import { withLeaf } from "./merkleTree.js";
var PART_LEVEL = 10;
var PART_LEAVES = 2 ** PART_LEVEL;
var PAGE = PART_LEAVES / 2;
function treeFold(store, { tree: from, after, isUnchecked = false, onEvents, onLeaf, onNode }) {
  let tree = from;
  let position = after;
  let last = null;
  let page = [];
  let at = 0;
  let fault = null;
  let stoppedBy = null;
  let roots = [];
  let parts = [];
  const firsts = from.peaks.map(() => null);
  const completed = (node) => {
    if (node.level >= PART_LEVEL) roots.push(node.hash);
    onNode?.(node);
  };
  return {
    tree: () => tree,
    /** The tree's last event, null when none was added. */
    last: () => last,
    /** The parts that were completed since the last call. */
    takeParts() {
      const taken = parts;
      parts = [];
      return taken;
    },
    /** What is wrong with the event after the tree's last one, when `to` got no further; else null. */
    fault: () => stoppedBy,
    /** The first event of the tree's subtree of this number. */
    firstOf: (peak) => firsts[peak] ?? null,
    /** Goes on until the tree has so many leaves, the log ends, or an event is not as it was written. */
    async to(size) {
      while (tree.size < size) {
        const leaf = page[at++];
        if (leaf === void 0) {
          if (fault === null) {
            ({ leaves: page, fault } = await store.readLeaves({ after: position, limit: PAGE, isUnchecked }));
            at = 0;
            onEvents?.(page.length);
            if (page.length > 0) continue;
          }
          stoppedBy = fault;
          return;
        }
        onLeaf?.(leaf, tree);
        tree = withLeaf(tree, leaf.hash, completed);
        const { stream, revision } = leaf;
        position = leaf.position;
        last = { position, stream, revision };
        if (roots.length > 0) {
          parts.push({ roots, last: { stream, revision } });
          roots = [];
        }
        firsts.push(last);
        firsts.length = Math.min(firsts.length, tree.peaks.length);
      }
    }
  };
}
export {
  PART_LEAVES,
  PART_LEVEL,
  treeFold
};
//# sourceMappingURL=treeFold.js.map
