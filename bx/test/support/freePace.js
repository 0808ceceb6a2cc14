// test/support/freePace.ts
var WINDOW = { slot: 0, day: 0 };
var freePace = {
  take: async (_, __, wanted) => ({ granted: wanted, retryAfterMs: 0, window: WINDOW }),
  giveBack: async () => {
  },
  close: async () => {
  }
};
var freePermit = { use() {
}, giveBack: async () => {
} };
function countedPace(sends) {
  const pace = {
    left: sends,
    async take(_, __, wanted) {
      const granted = Math.min(pace.left, wanted);
      pace.left -= granted;
      return { granted, retryAfterMs: granted === wanted ? 0 : 1e3, window: WINDOW };
    },
    async giveBack(_, __, unused) {
      pace.left += unused;
    },
    close: async () => {
    }
  };
  return pace;
}
export {
  WINDOW,
  countedPace,
  freePace,
  freePermit
};
//# sourceMappingURL=freePace.js.map
