// src/adapters/liquid/renderer.ts
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { RendererBusy } from "../../ports/renderer.js";
import { renderProcesses } from "./renderProcesses.js";
var LIMITS = { processorMs: 1800, killMs: 3e4, heapMb: 512, outputChars: 2e7 };
var PROCESSES = 3;
var PAUSE_MS = 3e4;
var MAX_EXHAUSTED = 1e3;
function liquidRenderer(options = {}) {
  const { processes = PROCESSES, maxWaitMs, monotonicMs = () => performance.now(), ...given } = options;
  const pool = renderProcesses({ limits: { ...LIMITS, ...given }, processes, maxWaitMs });
  const pausedUntilMs = new LRUCache({ max: MAX_EXHAUSTED });
  return {
    async render(request) {
      const key = keyOfSources(request);
      if (monotonicMs() < (pausedUntilMs.peek(key) ?? 0))
        throw new RendererBusy("the same template was exhausted a moment ago");
      const result = await pool.do({ do: "render", request });
      if (!("outcome" in result)) throw new Error("the render process answered another question");
      const { outcome } = result;
      if (outcome.outcome === "exhausted") pausedUntilMs.set(key, monotonicMs() + PAUSE_MS);
      return outcome;
    },
    async check(request) {
      const result = await pool.do({ do: "check", request });
      if (!("faults" in result)) throw new Error("the render process answered another question");
      return result.faults;
    },
    close: () => pool.close()
  };
}
function keyOfSources({ workspace, parts }) {
  const hash = createHash("sha256").update(workspace);
  for (const { name, source, escape: html } of parts)
    hash.update(`
${name} ${html} ${source.length}
`).update(source);
  return hash.digest("base64");
}
export {
  liquidRenderer
};
//# sourceMappingURL=renderer.js.map
