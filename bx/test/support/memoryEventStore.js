// test/support/memoryEventStore.ts
import { leavesFrom } from "../../src/adapters/leavesFrom.js";
import { positionAt } from "../../src/adapters/position.js";
import { BEGINNING } from "../../src/events/event.js";
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  RevisionConflict
} from "../../src/ports/eventStore.js";
function streamsOf(log) {
  const streams = /* @__PURE__ */ new Map();
  let read = 0;
  let last;
  return (stream) => {
    if (log.length < read || log[read - 1] !== last) {
      streams.clear();
      read = 0;
    }
    for (const event of log.slice(read)) {
      const own = streams.get(event.stream);
      if (own === void 0) streams.set(event.stream, [event]);
      else own.push(event);
    }
    read = log.length;
    last = log.at(-1);
    return streams.get(stream) ?? [];
  };
}
function memoryEventStore() {
  const log = [];
  const faults = [];
  let wakers = [];
  const position = (n) => positionAt(n);
  const head = () => log.at(-1)?.position ?? BEGINNING;
  const fault = () => {
    const error = faults.shift();
    if (error !== void 0) throw error;
  };
  const ofStream = streamsOf(log);
  const store = {
    log,
    failNext: (error, times = 1) => {
      for (let n = 0; n < times; n++) faults.push(error);
    },
    async append(stream, expected, events) {
      fault();
      checkSize(stream, events);
      const own = ofStream(stream);
      const start = expected === "no-stream" ? 0 : expected + 1;
      const there = own.slice(start, start + events.length);
      const last = there.at(-1);
      if (last !== void 0 && events.every(({ id }, at) => id === there[at]?.id)) {
        return { position: last.position, revision: last.revision };
      }
      if (own.length !== start) throw new RevisionConflict(stream, expected, own.at(-1)?.revision ?? null);
      events.forEach((event, at) => {
        log.push({
          ...structuredClone(event),
          stream,
          revision: start + at,
          position: position(log.length + 1)
        });
      });
      const woken = wakers;
      wakers = [];
      for (const wake of woken) wake();
      return { position: head(), revision: start + events.length - 1 };
    },
    async readStream(stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      fault();
      return ofStream(stream).filter(({ revision }) => revision >= fromRevision).slice(0, limit);
    },
    async readAll({ after, limit, types }) {
      fault();
      const behind = log.filter((event) => event.position > after);
      const events = behind.filter(({ type }) => types?.includes(type) ?? true).slice(0, limit);
      const caughtUp = events.length < limit;
      return { events, caughtUp, position: (caughtUp ? behind.at(-1) : events.at(-1))?.position ?? after };
    },
    readLeaves: leavesFrom((options) => store.readAll(options)),
    async *subscribe({ after, types, signal }) {
      let at = after;
      while (!signal.aborted) {
        const batch = await store.readAll({ after: at, limit: 100, ...types && { types } });
        if (batch.position > at) {
          at = batch.position;
          yield batch;
          continue;
        }
        if (head() > at) continue;
        await new Promise((resolve) => {
          const wake = () => {
            signal.removeEventListener("abort", wake);
            resolve();
          };
          wakers.push(wake);
          signal.addEventListener("abort", wake, { once: true });
        });
      }
    },
    head: async () => head(),
    end: async () => head(),
    close: async () => {
    }
  };
  return store;
}
function checkSize(stream, events) {
  if (events.length === 0) throw new TypeError("an append has at least one event");
  let bytes = 0;
  for (const { id, type, data, metadata } of events) {
    const text = JSON.stringify(data);
    if (text === void 0) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    bytes += Buffer.byteLength(id + type + text + JSON.stringify(metadata));
  }
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
}
export {
  memoryEventStore
};
//# sourceMappingURL=memoryEventStore.js.map
