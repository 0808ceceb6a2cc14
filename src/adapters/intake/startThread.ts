import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread that runs a module of this folder, named without its ending. Run from source (tests, development) the
 * thread must first load what reads TypeScript; built, it need not.
 */
export function startThread(module: string, resourceLimits: ResourceLimits): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`./${module}.js`, import.meta.url), { resourceLimits });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL(`./${module}.ts`, import.meta.url).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { eval: true, resourceLimits, execArgv: [] });
}
