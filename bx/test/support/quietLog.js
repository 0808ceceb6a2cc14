// test/support/quietLog.ts
var quietLog = { debug() {
}, info() {
}, warn() {
}, error() {
} };
var noMetrics = {
  count() {
  },
  gauge() {
  },
  timing() {
  },
  snapshot: async () => [],
  gauges: async () => [],
  exposition: async () => ""
};
export {
  noMetrics,
  quietLog
};
//# sourceMappingURL=quietLog.js.map
