// test/simulation/stores/plainStores.ts
import { leavesFrom } from "../../../src/adapters/leavesFrom.js";
import { positionAt } from "../../../src/adapters/position.js";
import { collectionView } from "./documentsView.js";
import { countUpTo } from "./worldLog.js";
var AT_ONCE = {
  read: async (act) => act(),
  write: async (act) => act()
};
function plainDocuments(documents) {
  return {
    collection: async (definition) => collectionView(
      documents.collection(definition),
      AT_ONCE,
      () => {
      },
      (row) => structuredClone(row)
    ),
    drop: async (name) => documents.drop(name),
    replace: async (pairs) => documents.replace(pairs),
    list: async () => documents.names(),
    close: async () => {
    }
  };
}
function plainStore(log) {
  const head = async () => log.head();
  const readAll = async ({ after, limit, types }) => {
    const from = countUpTo(after);
    const behind = log.events.slice(from);
    const wanted = behind.filter(({ type }) => types?.includes(type) ?? true);
    const events = wanted.slice(0, limit);
    const caughtUp = events.length < limit;
    return {
      events,
      caughtUp,
      position: caughtUp ? positionAt(from + behind.length) : events.at(-1)?.position ?? after
    };
  };
  return {
    append: async (stream, expected, events) => log.append(stream, expected, events, null),
    readStream: async (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) => log.stream(stream).slice(fromRevision, fromRevision + limit),
    readAll,
    readLeaves: leavesFrom(readAll),
    async *subscribe({ after, types, signal }) {
      let at = after;
      while (!signal.aborted) {
        const batch = await readAll({ after: at, limit: 100, ...types && { types } });
        at = batch.position;
        if (batch.events.length > 0) yield batch;
        else if (log.head() <= at)
          await new Promise((resolve) => {
            const end = log.onAppend(() => {
              end();
              resolve();
            });
            signal.addEventListener("abort", () => resolve(), { once: true });
          });
      }
    },
    head,
    end: head,
    close: async () => {
    }
  };
}
export {
  plainDocuments,
  plainStore
};
//# sourceMappingURL=plainStores.js.map
