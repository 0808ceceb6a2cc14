// src/queues/byteShares.ts
import { counts } from "./counts.js";
var NO_HOLD = {
  fits: () => false,
  take: () => false,
  release: () => {
  },
  onRelease: () => {
  }
};
var SMALL_BYTES = 1048576;
var SHARE = 1 / 4;
var RESERVE = 1 / 8;
function byteShares({ maxBytes, maxHoldBytes, smallBytes = SMALL_BYTES }) {
  const shareBytes = Math.max(maxBytes * SHARE, maxHoldBytes);
  const largeBytes = Math.max(maxBytes * (1 - RESERVE), Math.min(maxBytes, maxHoldBytes));
  const heldBy = counts();
  let used = 0;
  let usedByLarge = 0;
  return {
    inUse: () => used,
    hold: () => {
      let held = 0;
      let owner = "";
      let released = false;
      const listeners = [];
      const largePart = (bytes) => bytes > smallBytes ? bytes : 0;
      const fits = (workspace, bytes) => {
        const inAll = held + bytes;
        if (released || used + bytes > maxBytes) return false;
        if (heldBy.of(workspace) + bytes > shareBytes) return false;
        return inAll <= smallBytes || usedByLarge - largePart(held) + inAll <= largeBytes;
      };
      return {
        fits,
        take: (workspace, bytes) => {
          if (!fits(workspace, bytes)) return false;
          owner = workspace;
          usedByLarge += largePart(held + bytes) - largePart(held);
          used += bytes;
          held += bytes;
          heldBy.add(workspace, bytes);
          return true;
        },
        release: () => {
          if (released) return;
          released = true;
          used -= held;
          usedByLarge -= largePart(held);
          heldBy.add(owner, -held);
          held = 0;
          for (const listener of listeners.splice(0)) listener();
        },
        onRelease: (listener) => {
          if (released) listener();
          else listeners.push(listener);
        }
      };
    }
  };
}
export {
  NO_HOLD,
  SMALL_BYTES,
  byteShares
};
//# sourceMappingURL=byteShares.js.map
