// src/runtime/rebuild/logPages.ts
import {
  EventStoreUnavailable
} from "../../ports/eventStore.js";
async function* logPages(store, { after, until, ...options }) {
  const end = until ?? await store.head();
  const read = (from) => {
    const page = store.readAll({ ...options, after: from });
    page.catch(() => {
    });
    return page;
  };
  let position = after;
  for (let ahead = position < end ? read(position) : null; ahead !== null; ) {
    const page = await ahead;
    if (page.caughtUp && page.position < end)
      throw new EventStoreUnavailable("a node that answered lags behind another");
    ahead = page.caughtUp || page.position <= position || page.position >= end ? null : read(page.position);
    position = page.position;
    yield page;
  }
}
export {
  logPages
};
//# sourceMappingURL=logPages.js.map
