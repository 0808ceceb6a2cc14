import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread that runs a module. When the code runs from source (tests, development), the thread first loads the
 * TypeScript loader.
 * @param folder the caller's `import.meta.url`
 * @param module in the caller's folder, named without its ending
 */
export function startThread(folder: string, module: string, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${module}.js`, folder), options);
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL(`./${module}.ts`, folder).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
