// src/runtime/follow/memoryShares.ts
import { BEGINNING } from "../../events/event.js";
import { charactersOf } from "../../events/eventSize.js";
var MAX_EVENTS = 16384;
var MAX_CHARACTERS = 32 * 1048576;
var PART_OF_THE_ROOM = 1 / 8;
var MAX_EACH = 2048;
var emptyShare = () => ({
  entries: /* @__PURE__ */ new Set(),
  characters: 0,
  isOrdered: true,
  newest: BEGINNING
});
function memoryShares({
  maxEvents = MAX_EVENTS,
  maxCharacters = MAX_CHARACTERS,
  maxEach = MAX_EACH
} = {}) {
  let size = 0;
  let characters = 0;
  return {
    hasRoom(share, part) {
      const [events, texts] = [maxEvents - size, maxCharacters - characters];
      if (share.entries.size === 0) return events > 0 && texts > 0;
      const own = part * PART_OF_THE_ROOM;
      return share.entries.size < Math.min(part * maxEach, own * events) && share.characters < own * texts;
    },
    add(share, entry) {
      if (share.entries.size === 0) share.isOrdered = true;
      else if (entry.before < share.newest) share.isOrdered = false;
      const more = charactersOf(entry.event.data);
      share.newest = entry.before;
      share.entries.add(entry);
      share.characters += more;
      size += 1;
      characters += more;
    },
    remove(share, entry) {
      if (!share.entries.delete(entry)) return;
      const less = charactersOf(entry.event.data);
      share.characters -= less;
      size -= 1;
      characters -= less;
    },
    get size() {
      return size;
    }
  };
}
export {
  emptyShare,
  memoryShares
};
//# sourceMappingURL=memoryShares.js.map
