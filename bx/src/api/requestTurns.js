// src/api/requestTurns.ts
import { nextSlice, shortWork } from "../queues/slices.js";
import { turns } from "../queues/turns.js";
import { unavailable } from "./errors.js";
var REQUESTS = { each: 8, alone: Number.POSITIVE_INFINITY };
var LARGE_REQUESTS = { each: 1, alone: Number.POSITIVE_INFINITY };
var LARGE = /* @__PURE__ */ new Set(["emailBatch", "sendBatch", "mailSend", "audience"]);
var LARGE_BYTES = 16384;
var MAX_WAIT_MS = 5e3;
var NO_TURN = () => {
};
function requestTurns(clock) {
  const requests = turns({ clock, ...REQUESTS, maxWaitMs: MAX_WAIT_MS });
  const largeRequests = turns({ clock, ...LARGE_REQUESTS, maxWaitMs: MAX_WAIT_MS });
  const short = (end) => {
    const endShort = shortWork(clock);
    return () => {
      end();
      endShort();
    };
  };
  return {
    begin(request, bodyBytes = 0) {
      const { workspace } = request.caller;
      if (workspace === "" || request.endTurn !== NO_TURN) return null;
      const { reader } = request.routeOptions.config;
      const isLarge = bodyBytes > LARGE_BYTES || reader !== void 0 && LARGE.has(reader);
      const begun = (isLarge ? largeRequests : requests).wait(workspace);
      if (!isLarge && !(begun instanceof Promise)) {
        request.endTurn = short(begun);
        return null;
      }
      let isOver = false;
      request.endTurn = () => {
        isOver = true;
      };
      return Promise.resolve(begun).then(async (end) => {
        if (end === null) throw unavailable("Too many requests of this workspace are waiting; try again.");
        if (isLarge) await nextSlice(clock);
        request.endTurn = isLarge ? end : short(end);
        if (isOver) request.endTurn();
      });
    }
  };
}
export {
  NO_TURN,
  requestTurns
};
//# sourceMappingURL=requestTurns.js.map
