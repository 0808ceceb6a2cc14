// test/double/eventLog.ts
import { judgeAppend, noStream } from "./appendRules.js";
import {
  positionBehind
} from "./records.js";
var SYSTEM_EVENT_EVERY = 61;
function openEventLog(journal, broken, version, replicated = async () => {
}) {
  const streams = /* @__PURE__ */ new Map();
  const records = [];
  const seen = /* @__PURE__ */ new Map();
  const listeners = /* @__PURE__ */ new Set();
  const scavenged = /* @__PURE__ */ new Set();
  let unpublished = [];
  let published = Promise.resolve();
  let nextPosition = 0;
  let appended = 0;
  const stateOf = (name) => {
    let state = streams.get(name);
    if (state === void 0) {
      state = noStream();
      streams.set(name, state);
    }
    return state;
  };
  const keep = (record) => {
    const state = stateOf(record.stream);
    state.last = record.revision;
    state.records.push(record);
    nextPosition = positionBehind(record);
  };
  const erase = (name, tombstone) => {
    const state = stateOf(name);
    state.from = state.last + 1;
    if (tombstone) state.tombstoned = true;
  };
  const publish = async () => {
    const synced = unpublished;
    unpublished = [];
    published = Promise.all([published, journal.synced(), synced.length > 0 && replicated()]);
    await published;
    for (const record of synced) records.push(record);
    if (synced.length > 0) for (const listener of listeners) listener();
  };
  const write = (stream, events) => {
    const written = events.map((event) => {
      const record = {
        ...event,
        stream,
        position: nextPosition,
        revision: stateOf(stream).last + 1,
        createdMs: Date.now()
      };
      keep(record);
      unpublished.push(record);
      seen.set(record.id, record);
      return record;
    });
    if (written.length > 0 && !broken.has("durability")) journal.add({ records: written });
    return written;
  };
  const writeSystemEvent = (type) => write("$system", [
    {
      id: `00000000-0000-4000-8000-${nextPosition.toString(16).padStart(12, "0")}`,
      type,
      contentType: "application/json",
      data: Buffer.from("{}"),
      metadata: Buffer.from("")
    }
  ]);
  for (const line of journal.lines) {
    if ("deleted" in line) {
      erase(line.deleted, line.tombstone);
      continue;
    }
    for (const record of line.records) {
      keep(record);
      records.push(record);
    }
  }
  if (records.length === 0) {
    for (const type of ["$UserCreated", "$metadata", "$settings"]) writeSystemEvent(type);
    void publish();
  }
  const decide = (stream, expected, events) => {
    const state = streams.get(stream) ?? noStream();
    const verdict = judgeAppend(state, expected, events, (id) => seen.get(id)?.revision, broken, version);
    if (verdict === "write") {
      const last = write(stream, events).at(-1);
      appended += 1;
      if (appended % SYSTEM_EVENT_EVERY === 0) writeSystemEvent("$statsCollected");
      if (last !== void 0) return { kind: "success", revision: last.revision, position: last.position };
      return { kind: "success", revision: state.last >= state.from ? state.last : null, position: null };
    }
    if (verdict.kind === "conflict" && broken.has("atomicity") && events.length > 1) {
      write(stream, events.slice(0, 1));
    }
    if (verdict.kind === "success" && broken.has("idempotent-position")) {
      return { ...verdict, position: nextPosition };
    }
    return verdict;
  };
  const indexFrom = (position) => {
    let low = 0;
    let high = records.length;
    while (low < high) {
      const middle = low + high >>> 1;
      if ((records[middle]?.position ?? Number.POSITIVE_INFINITY) >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    records,
    indexFrom,
    scavenge: (position) => void scavenged.add(position),
    isScavenged: ({ position }) => scavenged.has(position),
    stream(name) {
      const state = streams.get(name);
      if (state === void 0) return null;
      if (state.tombstoned) return "tombstoned";
      const horizon = records.at(-1)?.position ?? -1;
      const kept = state.records.slice(state.from).filter(({ position }) => position <= horizon && !scavenged.has(position));
      return kept.length === 0 ? null : kept;
    },
    async append(stream, expected, events) {
      const firstNew = nextPosition;
      const answer = decide(stream, expected, events);
      const shown = records.at(-1)?.position ?? -1;
      if (answer.kind === "success" && answer.position !== null) {
        if (answer.position > shown && answer.position < firstNew) return null;
      }
      if (answer.kind === "conflict") await journal.synced();
      else await publish();
      return answer;
    },
    async delete(stream, tombstone) {
      const state = streams.get(stream);
      if (state === void 0 || state.last < state.from) return false;
      erase(stream, tombstone);
      journal.add({ deleted: stream, tombstone });
      writeSystemEvent(tombstone ? "$streamDeleted" : "$metadata");
      await publish();
      return true;
    },
    onGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }
  };
}
export {
  openEventLog
};
//# sourceMappingURL=eventLog.js.map
