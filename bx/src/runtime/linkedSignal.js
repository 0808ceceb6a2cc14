// src/runtime/linkedSignal.ts
var OVER = "the turn is over";
function linkedSignal(longer) {
  const turn = new AbortController();
  const end = () => {
    longer.removeEventListener("abort", end);
    turn.abort(OVER);
  };
  if (longer.aborted) turn.abort(OVER);
  else longer.addEventListener("abort", end, { once: true });
  return { signal: turn.signal, end };
}
export {
  linkedSignal
};
//# sourceMappingURL=linkedSignal.js.map
