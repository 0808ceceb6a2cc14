// bench/benchFolder.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
async function inBenchFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "postledger-bench-"));
  try {
    await work(join(folder, "data"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
function serviceEnv(data, more = {}) {
  return { POSTLEDGER_DATA: data, POSTLEDGER_PORT: "0", POSTLEDGER_LOG_LEVEL: "error", ...more };
}
async function secondsOf(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1e3;
}
async function timesOf(calls, call) {
  const times = [];
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now();
    await call(n);
    times.push(performance.now() - startedAt);
  }
  return times;
}
function uuidOf(kind, n) {
  return `${n.toString(16).padStart(8, "0")}-0000-4000-8000-${kind.toString(16).padStart(12, "0")}`;
}
function spread(n, below) {
  return (Math.imul(n + 1, 2654435761) >>> 0) % below;
}
export {
  inBenchFolder,
  secondsOf,
  serviceEnv,
  spread,
  timesOf,
  uuidOf
};
//# sourceMappingURL=benchFolder.js.map
