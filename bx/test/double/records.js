// test/double/records.ts
var RECORD_OVERHEAD_BYTES = 117;
function positionBehind({ position, data, metadata }) {
  return position + RECORD_OVERHEAD_BYTES + data.length + metadata.length;
}
function countedBytes(event, version) {
  if (version === "23.10") return event.data.length;
  return event.data.length + event.metadata.length + 2 * event.type.length;
}
var BREAKABLE = [
  /** Appends whatever revision is expected. */
  "expected-revision",
  /** Tells anyone who expected no stream that it is at revision 0. */
  "actual-revision",
  /** Does not recognise ids it has seen. */
  "idempotency",
  /** Recognises ids, but answers with the position of the end of the log. */
  "idempotent-position",
  /** Writes the first of several events whose append conflicts. */
  "atomicity",
  /** Ignores filters. */
  "filter",
  /** Delivers neighbours in the whole log the wrong way round. */
  "order",
  /** Subscribes including the position asked for. */
  "from-position",
  /** Subscribes one event too late. */
  "gap",
  /** Refuses appends of a sixteenth of the limit. */
  "size-limit",
  /** Sends no checkpoints. */
  "checkpoints",
  /** Answers without having written anything to disk. */
  "durability"
];
export {
  BREAKABLE,
  countedBytes,
  positionBehind
};
//# sourceMappingURL=records.js.map
