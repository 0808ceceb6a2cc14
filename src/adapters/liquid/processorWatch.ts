import { workerData } from 'node:worker_threads';

/** What the thread that watches a render process is given. */
export interface WatchData {
  /** One number, shared: the processor time of the process when its job began, in microseconds; or NO_JOB. */
  readonly jobStart: BigInt64Array<SharedArrayBuffer>;
  /** Processor time that one job may take. */
  readonly processorMs: number;
}

export const NO_JOB = 0n;
/** The process ends itself with it; a limit that an operator sets for processes has another (SIGXCPU). */
export const OUT_OF_TIME: NodeJS.Signals = 'SIGVTALRM';

const LOOK_EVERY_MS = 100;

/** Processor time that this process, with all its threads, has taken so far; never NO_JOB. */
export function processorMicros(): bigint {
  const { user, system } = process.cpuUsage();
  return BigInt(user + system + 1);
}

/**
 * Ends the process when a job takes too much processor time. It is a thread, since a filter that runs for minutes lets
 * nothing else run in its own; and it does not measure time that has passed: that depends on what else the machine does.
 */
function watch({ jobStart, processorMs }: WatchData): never {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    Atomics.wait(jobStart, 0, NO_JOB);
    Atomics.wait(pause, 0, 0, LOOK_EVERY_MS);
    const startMicros = Atomics.load(jobStart, 0);
    if (startMicros !== NO_JOB && processorMicros() - startMicros > BigInt(processorMs) * 1_000n)
      process.kill(process.pid, OUT_OF_TIME);
  }
}

// Others import what the thread and its process agree on; then this is not the thread.
const data = workerData as WatchData | null;
if (data?.jobStart !== undefined) watch(data);
