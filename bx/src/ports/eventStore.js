// src/ports/eventStore.ts
var MAX_APPEND_BYTES = 1048576;
var RevisionConflict = class extends Error {
  name = "RevisionConflict";
  stream;
  expected;
  actual;
  constructor(stream, expected, actual) {
    super(`stream ${stream} is at ${actual ?? "no-stream"}, expected ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
};
var AppendTooLarge = class extends Error {
  name = "AppendTooLarge";
  bytes;
  /** `limitBytes`: that of the server, where it has one of its own. */
  constructor(stream, bytes, limitBytes = MAX_APPEND_BYTES) {
    super(`append of ${bytes} bytes to ${stream} exceeds ${limitBytes}`);
    this.bytes = bytes;
  }
};
var EventStoreUnavailable = class extends Error {
  name = "EventStoreUnavailable";
  constructor(reason, options) {
    super(`the event store is unavailable: ${reason}`, options);
  }
};
var LogDamaged = class extends EventStoreUnavailable {
};
export {
  AppendTooLarge,
  EventStoreUnavailable,
  LogDamaged,
  MAX_APPEND_BYTES,
  RevisionConflict
};
//# sourceMappingURL=eventStore.js.map
