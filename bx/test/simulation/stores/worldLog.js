// test/simulation/stores/worldLog.ts
import { createHash } from "node:crypto";
import { positionAt } from "../../../src/adapters/position.js";
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  RevisionConflict
} from "../../../src/ports/eventStore.js";
import { frozen } from "./frozen.js";
var countUpTo = (position) => Number(position);
function worldLog(nowMs) {
  const events = [];
  const appended = [];
  const streams = /* @__PURE__ */ new Map();
  const listeners = /* @__PURE__ */ new Set();
  const head = () => positionAt(events.length);
  return {
    events,
    appended,
    head,
    stream: (name) => streams.get(name) ?? [],
    append(stream, expected, added, by) {
      const texts = textsOf(stream, added);
      const own = streams.get(stream) ?? [];
      const start = expected === "no-stream" ? 0 : expected + 1;
      const there = own.slice(start, start + added.length);
      const last = there.at(-1);
      if (last !== void 0 && added.every(({ id }, at) => id === there[at]?.id))
        return { position: last.position, revision: last.revision };
      if (own.length !== start) throw new RevisionConflict(stream, expected, own.at(-1)?.revision ?? null);
      for (const text of texts) {
        const { id, type, data, metadata } = JSON.parse(text);
        const place = { stream, revision: own.length, position: positionAt(events.length + 1) };
        const recorded = frozen({ id, type, data, metadata, ...place });
        own.push(recorded);
        events.push(recorded);
        appended.push({ atMs: nowMs(), by });
      }
      streams.set(stream, own);
      for (const listener of [...listeners]) listener();
      return { position: head(), revision: own.length - 1 };
    },
    onAppend(act) {
      listeners.add(act);
      return () => void listeners.delete(act);
    },
    digest() {
      const hash = createHash("sha256");
      for (const event of events) hash.update(`${JSON.stringify(event)}
`);
      return hash.digest("hex");
    }
  };
}
function textsOf(stream, events) {
  if (events.length === 0) throw new TypeError("an append has at least one event");
  let bytes = 0;
  const texts = events.map((event) => {
    const data = JSON.stringify(event.data);
    if (data === void 0) throw new TypeError(`data of ${event.type} is nothing that JSON can hold`);
    bytes += Buffer.byteLength(event.id + event.type + data + JSON.stringify(event.metadata));
    return JSON.stringify(event);
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return texts;
}
export {
  countUpTo,
  worldLog
};
//# sourceMappingURL=worldLog.js.map
