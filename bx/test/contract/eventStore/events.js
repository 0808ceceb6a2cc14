// test/contract/eventStore/events.ts
import { randomUUID } from "node:crypto";
function freshStream(category = "contract") {
  return `${category}-${randomUUID()}`;
}
function newEvent(data = {}, type = "ContractNoted") {
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      v: 1,
      workspace: "7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80",
      actor: "operator",
      correlation: "0d3c9b4e-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
      causation: null,
      at: "2026-01-01T00:00:00.000Z"
    }
  };
}
function numbered(count, type, from = 0) {
  return Array.from({ length: count }, (_, at) => newEvent({ n: from + at }, type));
}
var idsOf = (events) => events.map(({ id }) => id);
async function fill(store, stream, count, type) {
  const ids = [];
  for (let at = 0; at < count; at += 500) {
    const events = numbered(Math.min(500, count - at), type, at);
    await store.append(stream, at === 0 ? "no-stream" : at - 1, events);
    ids.push(...idsOf(events));
  }
  return ids;
}
var GUARD_MS = 6e4;
async function collect(store, options, enough) {
  const stop = new AbortController();
  const guard = setTimeout(() => stop.abort(), GUARD_MS);
  const seen = [];
  for await (const batch of store.subscribe({ ...options, signal: stop.signal })) {
    for (const event of batch.events) seen.push(event);
    if (enough(seen)) stop.abort();
  }
  clearTimeout(guard);
  return seen;
}
async function rejection(promise) {
  return promise.then(
    () => {
      throw new Error("it should have been rejected");
    },
    (error) => error
  );
}
export {
  collect,
  fill,
  freshStream,
  idsOf,
  newEvent,
  numbered,
  rejection
};
//# sourceMappingURL=events.js.map
