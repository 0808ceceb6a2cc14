// src/adapters/liquid/processorWatch.ts
import { workerData } from "node:worker_threads";
var NO_JOB = 0n;
var OUT_OF_TIME = "SIGVTALRM";
var LOOK_EVERY_MS = 100;
function processorMicros() {
  const { user, system } = process.cpuUsage();
  return BigInt(user + system + 1);
}
function watch({ jobStart, processorMs }) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (; ; ) {
    Atomics.wait(jobStart, 0, NO_JOB);
    Atomics.wait(pause, 0, 0, LOOK_EVERY_MS);
    const startMicros = Atomics.load(jobStart, 0);
    if (startMicros !== NO_JOB && processorMicros() - startMicros > BigInt(processorMs) * 1000n)
      process.kill(process.pid, OUT_OF_TIME);
  }
}
var data = workerData;
if (data?.jobStart !== void 0) watch(data);
export {
  NO_JOB,
  OUT_OF_TIME,
  processorMicros
};
//# sourceMappingURL=processorWatch.js.map
