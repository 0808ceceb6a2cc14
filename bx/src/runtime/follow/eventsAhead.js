// src/runtime/follow/eventsAhead.ts
import { BEGINNING } from "../../events/event.js";
import {
  emptyShare,
  memoryShares
} from "./memoryShares.js";
var MAX_CHECKED = 64;
function eventsAhead({ maxChecked = MAX_CHECKED, ...options } = {}) {
  const shares = memoryShares(options);
  const owners = /* @__PURE__ */ new Map();
  const toRead = /* @__PURE__ */ new Map();
  let lastRead = BEGINNING;
  const removeIfEmpty = (name, { share, range }) => {
    if (range === null) toRead.delete(name);
    if (range === null && share.entries.size === 0) owners.delete(name);
  };
  return {
    take(event, { owner: name, partition }) {
      const isNext = lastRead < event.position;
      const before = isNext ? lastRead : BEGINNING;
      lastRead = event.position;
      const owner = owners.get(name) ?? { share: emptyShare(), range: null };
      owners.set(name, owner);
      if (!isNext || owner.range === null && shares.hasRoom(owner.share, 1)) {
        const entry = { owner: name, event, before };
        shares.add(owner.share, entry);
        return entry;
      }
      owner.range = extended(owner.range, event, before, partition);
      toRead.set(name, owner);
      return null;
    },
    settle(entry) {
      const owner = owners.get(entry.owner);
      if (owner === void 0) return;
      shares.remove(owner.share, entry);
      removeIfEmpty(entry.owner, owner);
    },
    readAgainAfter() {
      let left = Math.min(maxChecked, toRead.size);
      for (const [name, owner] of toRead) {
        if (left-- === 0) return null;
        toRead.delete(name);
        toRead.set(name, owner);
        if (owner.range !== null && shares.hasRoom(owner.share, 1 / 2)) return owner.range.after;
      }
      return null;
    },
    takeAgain(after, batch, place) {
      const { taken, full } = takenOf(after, batch, place, toRead, shares);
      for (const [name, owner] of toRead) {
        if (owner.range === null || full.has(owner) || owner.range.after < after) continue;
        owner.range = rangeAfter(owner.range, batch.position);
        removeIfEmpty(name, owner);
      }
      return taken;
    },
    unsafe: () => oldestOfAll(owners.values()),
    get ownersToRead() {
      return toRead.size;
    },
    get size() {
      return shares.size;
    }
  };
}
function takenOf(after, batch, place, toRead, shares) {
  const taken = [];
  const full = /* @__PURE__ */ new Set();
  for (const event of batch.events) {
    const { owner: name, partition } = place(event);
    const owner = toRead.get(name);
    const range = owner?.range ?? null;
    if (owner === void 0 || range === null || range.after < after || full.has(owner)) continue;
    if (!isIn(range, event.position, partition)) continue;
    if (!shares.hasRoom(owner.share, 1)) {
      full.add(owner);
      continue;
    }
    const entry = { owner: name, event, before: range.after };
    shares.add(owner.share, entry);
    taken.push(entry);
    range.after = event.position;
    range.oldest = { metadata: event.metadata };
  }
  return { taken, full };
}
var isIn = ({ after, to, partitions }, position, partition) => after < position && position <= to && partitions.has(partition);
function rangeAfter(range, position) {
  if (range.after < position) range.after = position;
  return range.after < range.to ? range : null;
}
function extended(range, { position, metadata }, before, partition) {
  if (range === null)
    return { after: before, to: position, oldest: { metadata }, partitions: /* @__PURE__ */ new Set([partition]) };
  if (position <= range.to && !isIn(range, position, partition) && before < range.after) range.after = before;
  if (range.to < position) range.to = position;
  range.partitions.add(partition);
  return range;
}
function oldestOfAll(owners) {
  let found = null;
  for (const owner of owners) {
    const own = oldestOf(owner);
    if (own !== null && (found === null || own.safe < found.safe)) found = own;
  }
  return found;
}
function oldestOf({ share, range }) {
  let found = range === null ? null : { oldest: range.oldest, safe: range.after };
  for (const { event, before } of share.entries) {
    if (found === null || before < found.safe) found = { oldest: event, safe: before };
    if (share.isOrdered) break;
  }
  return found;
}
export {
  eventsAhead
};
//# sourceMappingURL=eventsAhead.js.map
