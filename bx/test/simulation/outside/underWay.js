// test/simulation/outside/underWay.ts
function underWay(agenda, longestMs) {
  let count = 0;
  let lastBegunAtMs = 0;
  return {
    begin() {
      let isOver = false;
      count += 1;
      lastBegunAtMs = agenda.nowMs();
      return () => {
        if (!isOver) count -= 1;
        isOver = true;
      };
    },
    get any() {
      return count > 0 && agenda.nowMs() - lastBegunAtMs < longestMs;
    }
  };
}
export {
  underWay
};
//# sourceMappingURL=underWay.js.map
