// test/double/appendRules.ts
import {
  countedBytes
} from "./records.js";
var MAX_APPEND_BYTES = 1048576;
var noStream = () => ({ last: -1, from: 0, tombstoned: false, records: [] });
function judgeAppend(state, expected, events, seenRevision, broken, version) {
  const limit = broken.has("size-limit") ? MAX_APPEND_BYTES / 16 : MAX_APPEND_BYTES;
  const bytes = events.reduce((sum, event) => sum + countedBytes(event, version), 0);
  if (bytes > limit) return { kind: "too-large", maxBytes: limit };
  if (state.tombstoned) return { kind: "deleted" };
  const exists = state.last >= state.from;
  const isSoftDeleted = !exists && state.last >= 0;
  if (expected === "stream-exists" && isSoftDeleted) return { kind: "deleted" };
  const meets = broken.has("expected-revision") || expected === "any" || (expected === "no-stream" ? !exists : expected === "stream-exists" ? exists : state.last === expected);
  const repeated = broken.has("idempotency") ? null : originalOf(state, expected, events, seenRevision);
  if (repeated !== null) {
    const position = repeated.revision < state.from ? null : repeated.position;
    return { kind: "success", revision: repeated.revision, position };
  }
  const start = broken.has("idempotency") ? void 0 : startOf(state, expected, events, seenRevision);
  const isMixed = start !== void 0 && state.records[start]?.id === events[0]?.id && events.length > 0;
  if (meets && !isMixed) return "write";
  const current = state.last >= 0 ? state.last : null;
  return {
    kind: "conflict",
    current: broken.has("actual-revision") && expected === "no-stream" ? 0 : current,
    expected
  };
}
function startOf(state, expected, events, seenRevision) {
  const first = events[0];
  if (first === void 0) return void 0;
  if (expected === "no-stream") return 0;
  if (typeof expected === "number") return expected + 1;
  const seen = seenRevision(first.id);
  return seen !== void 0 && state.records[seen]?.id === first.id ? seen : void 0;
}
function originalOf(state, expected, events, seenRevision) {
  const start = startOf(state, expected, events, seenRevision);
  if (start === void 0) return null;
  for (const [at, { id }] of events.entries()) if (state.records[start + at]?.id !== id) return null;
  return state.records[start + events.length - 1] ?? null;
}
export {
  judgeAppend,
  noStream
};
//# sourceMappingURL=appendRules.js.map
