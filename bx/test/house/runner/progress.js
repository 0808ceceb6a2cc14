// test/house/runner/progress.ts
import { inSource } from "./inSource.js";
var SILENCE_MS = 1e4;
function progress(count, print, silenceMs = SILENCE_MS) {
  const startedMs = /* @__PURE__ */ new Map();
  const seconds = (name) => ((Date.now() - (startedMs.get(name) ?? Date.now())) / 1e3).toFixed(1);
  let done = 0;
  const timer = setInterval(() => {
    const running = [...startedMs.keys()].map((name) => `${name} (${seconds(name)} s)`);
    if (running.length > 0) print(`still running: ${running.join(", ")}
`);
  }, silenceMs);
  return {
    started: (name) => void startedMs.set(name, Date.now()),
    ended(name, { passed, failed, faults }, output) {
      done = Math.min(done + 1, count);
      const place = `${done} of ${count}`.padStart(`${count} of ${count}`.length);
      print(`${place} ${failed === 0 ? "ok  " : "FAIL"} ${name} (${passed} passed, ${seconds(name)} s)
`);
      startedMs.delete(name);
      timer.refresh();
      if (failed > 0)
        print(`${inSource(output.trimEnd())}
${faults.map((fault) => `  ${name} ${fault}
`).join("")}
`);
    },
    stop: () => clearInterval(timer)
  };
}
export {
  progress
};
//# sourceMappingURL=progress.js.map
