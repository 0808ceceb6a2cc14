import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread that runs a module. Run from source (tests, development) the thread must first load what reads
 * TypeScript; built, it need not.
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
