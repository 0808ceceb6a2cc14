// src/adapters/embedded/log/logSubscription.ts
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { outage } from "../../node/outage.js";
import { positionAt } from "../../position.js";
import { FEW_EVENTS } from "./logSlices.js";
var BATCH_EVENTS = 1e3;
var FAULT_RETRY_MS = 100;
var GATHER_MS = 15;
async function* subscription({ after, types, signal }, { reader, endWatch, writes, log, isClosed }) {
  const reading = outage(log, {
    begins: "a subscription cannot read the log, it goes on trying",
    ends: "the subscription reads the log again"
  });
  const read = async (from, until) => {
    const known = endWatch.known();
    const areFew = known > from && known <= from + FEW_EVENTS;
    try {
      const few = areFew ? await reader.few(from, types) : null;
      const slice = few ?? await reader.slice(from, BATCH_EVENTS, { types, until });
      reading.succeeded();
      return slice;
    } catch (error) {
      if (!isClosed()) reading.failed(error);
      return null;
    }
  };
  let readAtMs = Number.NEGATIVE_INFINITY;
  let atEnd = false;
  for (let at = after; !signal.aborted && !isClosed(); ) {
    if (atEnd) await endWatch.grownBeyond(at, signal);
    const waitMs = readAtMs + GATHER_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (signal.aborted || isClosed()) return;
    const { from, until } = types === void 0 ? { from: at, until: void 0 } : writes.unread(at, types);
    const isPassed = from > at && from >= endWatch.known();
    const slice = isPassed ? { events: [], position: from, atEnd: true } : await read(from, until);
    if (signal.aborted) return;
    const endsEarly = slice?.position === at && endWatch.known() > at;
    if (slice === null || endsEarly) await sleep(FAULT_RETRY_MS);
    atEnd = slice?.atEnd ?? false;
    if (slice === null || slice.position === at) continue;
    at = slice.position;
    yield { events: slice.events, position: positionAt(at), caughtUp: atEnd };
    if (!atEnd) await nextTurn();
    else if (!isPassed) readAtMs = performance.now();
  }
}
export {
  subscription
};
//# sourceMappingURL=logSubscription.js.map
