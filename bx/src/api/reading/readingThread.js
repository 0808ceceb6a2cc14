// src/api/reading/readingThread.ts
import { Worker } from "node:worker_threads";
import { ApiError, unavailable } from "../errors.js";
var HEAP_MB = 3072;
function readingThread() {
  const worker = started();
  let dead = false;
  let pending = null;
  const finish = () => {
    const done = pending;
    pending = null;
    return done;
  };
  worker.unref();
  worker.on("message", (result) => {
    const done = finish();
    if ("read" in result) done?.resolve(result.read);
    else done?.reject(new Error(`a body could not be read: ${result.failed}`));
  });
  worker.on("error", (error) => {
    dead = true;
    const isTooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const message = "The request body holds more values than can be read.";
    finish()?.reject(isTooMuch ? new ApiError("payload_too_large", message) : error);
  });
  worker.on("exit", () => {
    dead = true;
    finish()?.reject(unavailable());
  });
  return {
    get dead() {
      return dead;
    },
    read: (job) => new Promise((resolve, reject) => {
      pending = { resolve, reject };
      worker.postMessage(job, memoryOf(job));
    }),
    async end() {
      dead = true;
      await worker.terminate();
    }
  };
}
function memoryOf({ parts }) {
  return parts.flatMap(({ buffer }) => buffer instanceof ArrayBuffer ? [buffer] : []);
}
function started() {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL("./readingProgram.js", import.meta.url), { resourceLimits });
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const entry = JSON.stringify(new URL("./readingProgram.ts", import.meta.url).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { eval: true, execArgv: [], resourceLimits });
}
export {
  readingThread
};
//# sourceMappingURL=readingThread.js.map
