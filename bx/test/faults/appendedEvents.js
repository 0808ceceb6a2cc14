// test/faults/appendedEvents.ts
var WORKSPACE = "7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80";
function appendedEvents(stream) {
  const metadata = {
    v: 1,
    workspace: WORKSPACE,
    actor: "operator",
    correlation: stream,
    causation: null,
    at: "2026-01-01T00:00:00.000Z"
  };
  return ["First", "Second", "Third"].map((type) => ({
    id: `${stream}-${type}`,
    type,
    data: { text: "x".repeat(500) },
    metadata
  }));
}
export {
  appendedEvents
};
//# sourceMappingURL=appendedEvents.js.map
