// test/adapters/eventstoredb/load.ts
import { randomUUID } from "node:crypto";
import * as assert from "uvu/assert";
import { BEGINNING } from "../../../src/events/event.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { newEvent } from "../../contract/eventStore/events.js";
var STREAM_EVENTS = 5;
function startLoad(store, writers) {
  const acknowledged = /* @__PURE__ */ new Set();
  let unanswered = 0;
  let running = true;
  const write = async () => {
    while (running) {
      const stream = `load-${randomUUID()}`;
      for (let revision = -1; running && revision < STREAM_EVENTS - 1; ) {
        const events = [newEvent({ at: revision }), newEvent({ text: "x".repeat(200) })];
        try {
          const answer = await store.append(stream, revision === -1 ? "no-stream" : revision, events);
          assert.is(answer.revision, revision + 2, "the answer is right");
          for (const { id } of events) acknowledged.add(id);
          revision = answer.revision;
        } catch (error) {
          assert.instance(error, EventStoreUnavailable);
          unanswered += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          break;
        }
      }
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  done.catch(() => {
  });
  return {
    acknowledged,
    get unanswered() {
      return unanswered;
    },
    async more(count) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) {
        await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), done]);
      }
    },
    async stop() {
      running = false;
      await done;
    }
  };
}
async function wholeLog(store) {
  const events = [];
  for (let after = BEGINNING; ; ) {
    const page = await store.readAll({ after, limit: 1e3 });
    for (const event of page.events) events.push(event);
    if (page.caughtUp) return events;
    after = page.position;
  }
}
function assertKept(log, load) {
  const ids = new Set(log.map(({ id }) => id));
  assert.is(ids.size, log.length, "no event is there twice");
  assert.is([...load.acknowledged].filter((id) => !ids.has(id)).length, 0, "nothing acknowledged is lost");
}
export {
  assertKept,
  startLoad,
  wholeLog
};
//# sourceMappingURL=load.js.map
