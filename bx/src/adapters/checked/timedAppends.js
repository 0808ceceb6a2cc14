// src/adapters/checked/timedAppends.ts
function timedAppends(store, {
  clock,
  metrics
}) {
  return {
    ...store,
    async append(stream, expected, events) {
      const begunAtMs = clock.monotonicMs();
      const result = await store.append(stream, expected, events);
      metrics.timing("postledger_log_append_seconds", clock.monotonicMs() - begunAtMs);
      return result;
    }
  };
}
export {
  timedAppends
};
//# sourceMappingURL=timedAppends.js.map
