// test/adapters/eventstoredb/follow.ts
import * as assert from "uvu/assert";
import { BEGINNING } from "../../../src/events/event.js";
function follow(store) {
  const stop = new AbortController();
  const seen = [];
  let at = BEGINNING;
  const done = (async () => {
    for await (const batch of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
      assert.ok(batch.position >= at, "it never moves back");
      seen.push(...batch.events);
      at = batch.position;
    }
  })();
  done.catch(() => {
  });
  return {
    async upTo(position) {
      while (at < position) await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), done]);
    },
    async stop() {
      stop.abort();
      await done;
      return seen;
    }
  };
}
export {
  follow
};
//# sourceMappingURL=follow.js.map
