// src/adapters/checked/eventStore.ts
import { Compile } from "../../../packages/typebox/compile.js";
import { catalogue, upcast } from "../../events/catalogue.js";
var EventOutsideCatalogue = class extends Error {
  name = "EventOutsideCatalogue";
  constructor(type, reason) {
    super(`the event ${type} is not one of the catalogue: ${reason}`);
  }
};
var checks = /* @__PURE__ */ new Map();
function checkOf(type) {
  const known = checks.get(type);
  if (known !== void 0) return known;
  const definition = catalogue.get(type);
  if (definition === void 0) throw new EventOutsideCatalogue(type, "no such type");
  const compiled = Compile(definition.schema);
  const check2 = (data) => compiled.Check(data);
  checks.set(type, check2);
  return check2;
}
function check({ type, data, metadata }) {
  if (!checkOf(type)(data)) throw new EventOutsideCatalogue(type, "its data has another shape");
  if (metadata.v !== catalogue.get(type)?.v) throw new EventOutsideCatalogue(type, `version ${metadata.v}`);
}
function checkedEventStore(store) {
  const current = (event) => {
    const { type, data, metadata } = event;
    const upToDate = upcast(type, metadata.v, data);
    return upToDate === data ? event : { ...event, data: upToDate };
  };
  const batch = (read) => ({ ...read, events: read.events.map(current) });
  return {
    append(stream, expected, events) {
      try {
        for (const event of events) check(event);
      } catch (defect) {
        return Promise.reject(defect);
      }
      return store.append(stream, expected, events);
    },
    readStream: async (stream, options) => (await store.readStream(stream, options)).map(current),
    readAll: async (options) => batch(await store.readAll(options)),
    readLeaves: (options) => store.readLeaves(options),
    async *subscribe(options) {
      for await (const read of store.subscribe(options)) yield batch(read);
    },
    head: () => store.head(),
    end: (known) => store.end(known),
    close: () => store.close()
  };
}
export {
  EventOutsideCatalogue,
  checkedEventStore
};
//# sourceMappingURL=eventStore.js.map
