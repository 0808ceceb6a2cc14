// src/cli/blobs/neededBlobs.ts
import { blobRefsIn } from "../../events/blobRefs.js";
import { BEGINNING } from "../../events/event.js";
import { logPages } from "../../runtime/rebuild/logPages.js";
var PAGE = 500;
async function neededBlobs(store, onEvents = () => {
}) {
  const hashes = hashSet();
  let position = BEGINNING;
  for await (const page of logPages(store, { after: position, limit: PAGE })) {
    for (const { data } of page.events) for (const { sha256 } of blobRefsIn(data)) hashes.add(sha256);
    onEvents(page.events.length);
    position = page.position;
  }
  return { hashes, position };
}
var FIRST_SLOTS = 1024;
var MAX_LOAD = 0.5;
function hashSet() {
  let slots = new BigUint64Array(FIRST_SLOTS);
  let size = 0;
  const slotOf = (prefix) => {
    const mask = slots.length - 1;
    let at = Number(BigInt.asUintN(32, prefix)) & mask;
    while (slots[at] !== 0n && slots[at] !== prefix) at = at + 1 & mask;
    return at;
  };
  const grow = () => {
    const before = slots;
    slots = new BigUint64Array(before.length * 2);
    for (const prefix of before) if (prefix !== 0n) slots[slotOf(prefix)] = prefix;
  };
  return {
    add(sha256) {
      const prefix = prefixOf(sha256);
      const at = slotOf(prefix);
      if (slots[at] === prefix) return;
      slots[at] = prefix;
      size += 1;
      if (size > slots.length * MAX_LOAD) grow();
    },
    has: (sha256) => slots[slotOf(prefixOf(sha256))] !== 0n,
    get size() {
      return size;
    }
  };
}
function prefixOf(sha256) {
  const prefix = BigInt(`0x${sha256.slice(0, 16)}`);
  return prefix === 0n ? 1n : prefix;
}
export {
  hashSet,
  neededBlobs
};
//# sourceMappingURL=neededBlobs.js.map
