import { Worker } from 'node:worker_threads';
import { ApiError, unavailable } from '../errors.ts';
import type { ReadBody } from './reader.ts';
import type { ReadingJob, ReadingResult } from './readingProgram.ts';

/** One thread, reading one body at a time. Once `dead` it cannot be used any more. */
export interface ReadingThread {
  readonly dead: boolean;
  /** @throws ApiError 413 for a body that needs more memory than there is, 503 when the thread ends meanwhile */
  read(job: ReadingJob): Promise<ReadBody<unknown>>;
  end(): Promise<void>;
}

/** Memory that the values of one body may take: three times what usual bodies of the largest size take. */
const HEAP_MB = 3_072;

export function readingThread(): ReadingThread {
  const worker = started();
  let dead = false;
  let pending: { resolve: (read: ReadBody<unknown>) => void; reject: (error: Error) => void } | null = null;
  const finish = () => {
    const done = pending;
    pending = null;
    return done;
  };
  worker.unref();
  worker.on('message', (result: ReadingResult) => {
    const done = finish();
    if ('read' in result) done?.resolve(result.read);
    else done?.reject(new Error(`a body could not be read: ${result.failed}`));
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    dead = true;
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const message = 'The request body holds more values than can be read.';
    finish()?.reject(isTooMuch ? new ApiError('payload_too_large', message) : error);
  });
  worker.on('exit', () => {
    dead = true;
    // It ends with the service, or was ended for being idle: the caller may try again.
    finish()?.reject(unavailable());
  });
  return {
    get dead() {
      return dead;
    },
    read: (job) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        worker.postMessage(job, memoryOf(job));
      }),
    async end() {
      dead = true;
      await worker.terminate();
    },
  };
}

function memoryOf({ parts }: ReadingJob): ArrayBuffer[] {
  return parts.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

/** When run from source (tests, development) the thread must load the TypeScript loader first; when built, it need not. */
function started(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./readingProgram.js', import.meta.url), { resourceLimits });
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const entry = JSON.stringify(new URL('./readingProgram.ts', import.meta.url).href);
  const code = `import(${loader}).then(({ register }) => { register(); return import(${entry}); })`;
  return new Worker(code, { eval: true, execArgv: [], resourceLimits });
}
