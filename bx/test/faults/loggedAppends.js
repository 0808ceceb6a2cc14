// test/faults/loggedAppends.ts
import * as assert from "uvu/assert";
import { BEGINNING } from "../../src/events/event.js";
var EVENTS_AN_APPEND = 3;
async function wholeStreams(store) {
  const revisions = /* @__PURE__ */ new Map();
  let count = 0;
  for (let at = BEGINNING; ; ) {
    const page = await store.readAll({ after: at, limit: 1e3 });
    for (const { stream, revision, position } of page.events) {
      count++;
      assert.is(Number(position), count, "positions have no gap");
      assert.is(revision, revisions.get(stream) ?? 0, "revisions have no gap");
      revisions.set(stream, revision + 1);
    }
    at = page.position;
    if (page.caughtUp) break;
  }
  for (const [stream, events] of revisions) assert.is(events, EVENTS_AN_APPEND, `${stream} is torn`);
  return new Set(revisions.keys());
}
async function checkLog(store, children) {
  const streams = await wholeStreams(store);
  for (const { acknowledged, refused } of children) {
    for (const stream of acknowledged) assert.ok(streams.has(stream), `${stream} was lost`);
    for (const stream of refused) assert.not(streams.has(stream), `${stream} was refused, yet it is there`);
  }
  return streams.size * EVENTS_AN_APPEND;
}
export {
  EVENTS_AN_APPEND,
  checkLog,
  wholeStreams
};
//# sourceMappingURL=loggedAppends.js.map
