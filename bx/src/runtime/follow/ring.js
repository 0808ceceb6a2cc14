// src/runtime/follow/ring.ts
import { charactersOf } from "../../events/eventSize.js";
var RING_EVENTS = 4096;
var RING_CHARACTERS = 64 * 1048576;
function ringFrom(start) {
  let events = [];
  let floor = start;
  let position = start;
  let characters = 0;
  const dropOldest = () => {
    let dropped = 0;
    for (const event of events) {
      if (events.length - dropped <= RING_EVENTS && characters <= RING_CHARACTERS / 2) break;
      characters -= charactersOf(event.data);
      floor = event.position;
      dropped++;
    }
    events = events.slice(dropped);
  };
  return {
    get floor() {
      return floor;
    },
    get position() {
      return position;
    },
    take(batch) {
      for (const event of batch.events) {
        events.push(event);
        characters += charactersOf(event.data);
      }
      if (events.length > 2 * RING_EVENTS || characters > RING_CHARACTERS) dropOldest();
      position = batch.position;
    },
    next(after, limit) {
      const start2 = events.findLastIndex(({ position: position2 }) => position2 <= after) + 1;
      const found = events.slice(start2, start2 + limit);
      const whole = start2 + found.length === events.length;
      return {
        events: found,
        position: whole ? position : found.at(-1)?.position ?? after,
        caughtUp: whole
      };
    }
  };
}
export {
  ringFrom
};
//# sourceMappingURL=ring.js.map
