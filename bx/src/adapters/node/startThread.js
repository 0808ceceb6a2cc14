// src/adapters/node/startThread.ts
import { Worker } from "node:worker_threads";
function startThread(folder, module, options) {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL(`./${module}.js`, folder), options);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const entry = JSON.stringify(new URL(`./${module}.ts`, folder).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
export {
  startThread
};
//# sourceMappingURL=startThread.js.map
