// src/adapters/liquid/renderProgram.ts
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { startThread } from "../node/startThread.js";
import { causeOf, faultOf, liquidEngine, merged } from "./liquidEngine.js";
import { NO_JOB, processorMicros } from "./processorWatch.js";
var MAX_CACHED_TEMPLATES = 256;
var MAX_CACHED_CHARS = 1e5;
function serve(limits) {
  const engines = { escaping: liquidEngine(true), plain: liquidEngine(false) };
  const engineFor = (html) => html ? engines.escaping : engines.plain;
  const cache = new LRUCache({ max: MAX_CACHED_TEMPLATES });
  const parsed = (liquid, source, html) => {
    if (source.length > MAX_CACHED_CHARS) return liquid.parse(source);
    const key = createHash("sha256").update(`${html}:${source}`).digest("base64");
    const templates = cache.get(key) ?? liquid.parse(source);
    cache.set(key, templates);
    return templates;
  };
  const render = ({ parts, variables }) => {
    const rendered = {};
    const failed = (part, reason) => ({
      outcome: "failed",
      part,
      reason,
      variable: null
    });
    let outputChars = 0;
    for (const { name, source, escape: html } of parts) {
      say({ say: "began", part: name });
      try {
        const templates = parsed(engineFor(html), source, html);
        const output = String(engineFor(html).renderSync(templates, merged(variables)));
        outputChars += output.length;
        if (outputChars > limits.outputChars) return failed(name, "the output is too large");
        if (output.includes("\0")) return failed(name, "the output holds a NUL character");
        rendered[name] = output;
      } catch (error) {
        return { outcome: "failed", part: name, ...causeOf(error) };
      }
    }
    return { outcome: "rendered", parts: rendered };
  };
  const check = ({ parts }) => parts.flatMap((part) => {
    say({ say: "began", part: part.name });
    const fault = faultOf(engineFor(part.escape), part);
    return fault === null ? [] : [{ part: part.name, ...fault }];
  });
  const say = (message) => process.send?.(message);
  const watched = watchedBy(limits.processorMs);
  process.on(
    "message",
    (job) => say(
      watched(
        () => job.do === "render" ? { say: "done", outcome: render(job.request) } : { say: "checked", faults: check(job.request) }
      )
    )
  );
  say({ say: "ready" });
}
function watchedBy(processorMs) {
  const jobStart = new BigInt64Array(new SharedArrayBuffer(8));
  const workerData = { jobStart, processorMs };
  startThread(import.meta.url, "processorWatch", { workerData }).unref();
  return (job) => {
    Atomics.store(jobStart, 0, processorMicros());
    Atomics.notify(jobStart, 0);
    try {
      return job();
    } finally {
      Atomics.store(jobStart, 0, NO_JOB);
    }
  };
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {
});
process.on("disconnect", () => process.exit(0));
serve(JSON.parse(process.argv[2] ?? ""));
//# sourceMappingURL=renderProgram.js.map
