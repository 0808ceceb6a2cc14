// test/dispatcher/simulation/simulatedLog.ts
import { positionAt } from "../../../src/adapters/position.js";
import { BEGINNING } from "../../../src/events/event.js";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
function simulatedLog() {
  const streams = /* @__PURE__ */ new Map();
  const all = [];
  let appended = 0;
  const stream = (name) => streams.get(name) ?? [];
  function put(name, events) {
    const own = streams.get(name) ?? [];
    for (const event of events) {
      appended += 1;
      const position = positionAt(appended);
      const recorded = { ...event, stream: name, revision: own.length, position };
      own.push(recorded);
      all.push(recorded);
    }
    streams.set(name, own);
    return { position: own.at(-1)?.position ?? BEGINNING, revision: own.length - 1 };
  }
  const unused = () => {
    throw new Error("the simulation needs no such reading");
  };
  return {
    stream,
    // Positions count from 1, without a gap.
    since: (position) => all.slice(Number(position)),
    head: () => positionAt(appended),
    append(name, type, data, atMs) {
      const at = new Date(atMs).toISOString();
      const metadata = { v: 1, workspace: "w", actor: "a", correlation: "c", causation: null, at };
      return put(name, [{ id: `${name}-${type}-${appended}`, type, data, metadata }]).position;
    },
    opened: (crash) => ({
      async append(name, expected, events) {
        crash("before", name);
        const last = stream(name).length - 1;
        if (last !== (expected === "no-stream" ? -1 : expected))
          throw new RevisionConflict(name, expected, last);
        const result = put(name, events);
        crash("after", name);
        return result;
      },
      readStream: async (name, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) => stream(name).slice(fromRevision, fromRevision + limit),
      readAll: unused,
      readLeaves: unused,
      subscribe: unused,
      head: async () => positionAt(appended),
      end: async () => null,
      close: async () => {
      }
    })
  };
}
export {
  simulatedLog
};
//# sourceMappingURL=simulatedLog.js.map
