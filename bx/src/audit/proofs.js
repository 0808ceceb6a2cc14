// src/audit/proofs.ts
import { completeWithin, joined } from "./merkleTree.js";
var splitOf = (size) => 2 ** Math.ceil(Math.log2(size) - 1);
function inclusionPath(index, size) {
  const path = [];
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
function consistencyPath(from, size) {
  const path = [];
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
var LEVELS = 64;
function knownNodes() {
  const hashes = /* @__PURE__ */ new Map();
  const keyOf = ({ level, index }) => index * LEVELS + level;
  return {
    add(node) {
      hashes.set(keyOf(node), node.hash);
    },
    /** @param unknown gives the hash of a subtree that was not added */
    async hashOf({ start, end }, unknown) {
      const parts = [];
      for (const place of completeWithin(start, end))
        parts.push(hashes.get(keyOf(place)) ?? await unknown(place));
      return joined(parts);
    }
  };
}
export {
  consistencyPath,
  inclusionPath,
  knownNodes
};
//# sourceMappingURL=proofs.js.map
