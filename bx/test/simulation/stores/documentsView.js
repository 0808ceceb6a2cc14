// test/simulation/stores/documentsView.ts
import {
  DocumentsUnavailable
} from "../../../src/ports/documents.js";
import { callsOf } from "./calls.js";
import { frozenCopy } from "./frozen.js";
import {
  isPresent
} from "./worldDocuments.js";
var TAKES_MS = [0.2, 3];
function documentsView(parts) {
  const { documents, journal, life, replacesAtOnce } = parts;
  const unavailable = (reason) => new DocumentsUnavailable(reason);
  const calls = callsOf({ ...parts, store: "documents", takesMs: TAKES_MS, unavailable });
  const onWrite = (collection, count) => journal.note("writes", { process: life.process, collection, documents: count });
  return {
    collection: (definition) => calls.write(() => {
      const opened = documents.collection(definition);
      return collectionView(opened, calls, (count) => onWrite(definition.name, count));
    }),
    drop: (name) => calls.write(() => documents.drop(name)),
    async replace(pairs) {
      const steps = replacesAtOnce ? [pairs] : pairs.map((pair) => [pair]);
      for (const step of steps) await calls.write(() => documents.replace(step));
    },
    list: () => calls.read(() => documents.names()),
    close: async () => {
    }
  };
}
function collectionView(opened, calls, onWrite, own = (row) => row) {
  const stored = (row) => own(row);
  const present = (keys) => keys.map((key) => opened().row(key)).filter(isPresent).map(stored);
  return {
    get: (key) => calls.read(() => present([key])[0] ?? null),
    getMany: (keys) => calls.read(() => new Map(present(keys).map((one) => [one.key, one]))),
    getForFold: (keys) => calls.read(() => {
      const found = /* @__PURE__ */ new Map();
      for (const key of keys) {
        const row = opened().row(key);
        if (row === void 0) continue;
        const { position, document } = own(row);
        found.set(key, { position, document });
      }
      return found;
    }),
    async writeMany(writes) {
      const rows = writes.map(
        ({ key, position, document }) => Object.freeze({ key, position, document: frozenCopy(document) })
      );
      await calls.write(() => {
        const collection = opened();
        const written = rows.filter((row) => collection.write(row)).length;
        if (written > 0) onWrite(written);
      });
    },
    forget: (keys) => calls.write(() => {
      for (const key of keys) opened().forget(key);
      if (keys.length > 0) onWrite(keys.length);
    }),
    page: (query) => calls.read(() => opened().rows(query).map(stored)),
    async *scan() {
      const keys = await calls.read(() => opened().sortedKeys());
      for (let at = 0; at < keys.length; at += 500)
        yield* await calls.read(() => present(keys.slice(at, at + 500)));
    }
  };
}
export {
  collectionView,
  documentsView
};
//# sourceMappingURL=documentsView.js.map
