// src/adapters/node/silenceTimer.ts
function silenceTimer(timeoutMs, onSilent) {
  let turn;
  const timer = setTimeout(() => {
    turn = setImmediate(() => {
      turn = setImmediate(onSilent);
    });
  }, timeoutMs);
  return {
    refresh() {
      clearImmediate(turn);
      timer.refresh();
    },
    clear() {
      clearImmediate(turn);
      clearTimeout(timer);
    }
  };
}
export {
  silenceTimer
};
//# sourceMappingURL=silenceTimer.js.map
