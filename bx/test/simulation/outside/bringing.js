// test/simulation/outside/bringing.ts
import { underWay } from "./underWay.js";
var NETWORK_MS = [1, 30];
function bringing(parts) {
  const { agenda, chance, againMs, tries, callingMs } = parts;
  const listeners = /* @__PURE__ */ new Set();
  const calls = underWay(agenda, callingMs);
  const bring = (call, note, triesLeft) => {
    const [first, ...others] = [...listeners];
    const listener = first === void 0 ? null : chance.of([first, ...others]);
    const begunAtMs = agenda.nowMs();
    const over = calls.begin();
    let isOver = false;
    const end = (answer) => {
      if (isOver) return;
      isOver = true;
      over();
      note({ process: listener?.life.process ?? null, answer, begunAtMs });
      const isFinal = answer === "taken" || answer === "unknown";
      if (!isFinal && triesLeft > 1)
        agenda.at(agenda.nowMs() + againMs, () => bring(call, note, triesLeft - 1));
    };
    if (listener === null) return end(null);
    const { life, handler } = listener;
    life.onEnd(() => end(null));
    life.at(begunAtMs + chance.between(...NETWORK_MS), () => {
      Promise.resolve(call(handler)).then(end, () => end("later"));
    });
  };
  return {
    bring: (call, note) => bring(call, note, tries),
    get areCalling() {
      return calls.any;
    },
    listen: (life, handler, signal) => new Promise((resolve) => {
      const listener = { life, handler };
      const end = () => {
        listeners.delete(listener);
        resolve();
      };
      life.onEnd(() => listeners.delete(listener));
      if (signal.aborted) return resolve();
      listeners.add(listener);
      signal.addEventListener("abort", end, { once: true });
    })
  };
}
export {
  bringing
};
//# sourceMappingURL=bringing.js.map
