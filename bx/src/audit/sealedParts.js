// src/audit/sealedParts.ts
import { BEGINNING } from "../events/event.js";
import { positionOf, sealSearch } from "./sealSearch.js";
import { PART_LEAVES, PART_LEVEL } from "./treeFold.js";
var partsUpTo = ({ data: { size } }) => Math.floor(size / PART_LEAVES);
function sealedParts(store, head) {
  const firstSeal = sealSearch(store, head);
  async function partAt(number) {
    const seal = await firstSeal((at) => partsUpTo(at) > number);
    const part = seal.data.parts[number - partsUpTo(seal) + seal.data.parts.length];
    if (part === void 0) throw new RangeError(`seal ${seal.revision} does not name all of its parts`);
    return part;
  }
  return {
    /** The position that a part begins after. */
    beginOf: async (number) => number === 0 ? BEGINNING : positionOf(store, await partAt(number - 1)),
    /** The number of the part that an event is in. @throws RangeError when no seal covers the event */
    async partOf(position) {
      const isUpTo = async (place) => await positionOf(store, place) >= position;
      if (!await isUpTo(head.data))
        throw new RangeError(
          "an event is not covered by the newest seal yet: the next one follows within a minute of another event, and covers earlier seals too"
        );
      const seal = await firstSeal(({ data }) => isUpTo(data));
      const { parts } = seal.data;
      let from = 0;
      for (let to = parts.length; from < to; ) {
        const middle = Math.floor((from + to) / 2);
        const part = parts[middle];
        if (part !== void 0 && await isUpTo(part)) to = middle;
        else from = middle + 1;
      }
      return partsUpTo(seal) - parts.length + from;
    },
    /** The hash of a complete subtree of at least a part. */
    async hashOf({ level, index }) {
      const last = (index + 1) * 2 ** (level - PART_LEVEL) - 1;
      const root = (await partAt(last)).roots[level - PART_LEVEL];
      if (root === void 0) throw new RangeError(`part ${last} of the log has no root of level ${level}`);
      return root;
    }
  };
}
export {
  sealedParts
};
//# sourceMappingURL=sealedParts.js.map
