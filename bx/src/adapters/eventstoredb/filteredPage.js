// src/adapters/eventstoredb/filteredPage.ts
import { recordFrom } from "./readCall.js";
import { allRequest, subscriptionRequest } from "./readRequest.js";
import { openSource } from "./source.js";
var PAGE_MS = 1e3;
async function filteredPage({ connection, clock, deadlines }, { after, limit, types = [] }) {
  const stop = new AbortController();
  const session = connection.current();
  const endMs = clock.monotonicMs() + PAGE_MS;
  const events = [];
  let position = after;
  let source = null;
  const take = (at, event) => {
    if (events.length === limit) return;
    position = at;
    if (event !== null && types.includes(event.type)) events.push(event);
  };
  try {
    const first = await recordFrom(session, allRequest(after, 1), deadlines.attemptMs, true);
    if (first === null) return null;
    if (first.position > after) take(first.position, first.event());
    source = openSource(session, subscriptionRequest(position, types), true, limit, stop.signal);
    for (let caughtUp = false; !caughtUp && events.length < limit && clock.monotonicMs() < endMs; ) {
      if (!await source.changed(deadlines.attemptMs)) break;
      const taken = source.take();
      for (const record of taken.records) take(record.position, record.event());
      if (taken.skippedTo !== null && taken.skippedTo > position) position = taken.skippedTo;
      caughtUp = taken.caughtUp;
    }
  } catch {
  } finally {
    source?.close();
  }
  return position > after ? { events, position, caughtUp: false } : null;
}
export {
  filteredPage
};
//# sourceMappingURL=filteredPage.js.map
