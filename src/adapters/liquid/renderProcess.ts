import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RenderOutcome, TemplateFault } from '../../ports/renderer.ts';
import { TOOK_TOO_LONG } from './liquidEngine.ts';
import type { ProgramJob, ProgramLimits, ProgramMessage } from './renderProgram.ts';

/** The result of a job: an outcome of rendering, or the faults that a check found. */
export type JobResult = { readonly outcome: RenderOutcome } | { readonly faults: readonly TemplateFault[] };

/** One child process, which does one job at a time. When `dead`, it can't be used any more. */
export interface RenderProcess {
  readonly dead: boolean;
  do(job: ProgramJob): Promise<JobResult>;
  kill(): Promise<void>;
}

export interface ProcessLimits extends ProgramLimits {
  /** For the whole request, from when the process is ready: after that it is killed. */
  readonly killMs: number;
  readonly heapMb: number;
}

interface RunningJob {
  readonly job: ProgramJob;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
  /** The part begun last, which is to blame when the process ends suddenly. */
  part: string;
  timer?: NodeJS.Timeout;
}

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(`./renderProgram.${FROM_SOURCE ? 'ts' : 'js'}`, import.meta.url));

/**
 * A process and not a thread: a thread that runs out of heap in one large allocation ends the whole service, also with
 * `resourceLimits`.
 */
export function renderProcess({ killMs, heapMb, ...limits }: ProcessLimits): RenderProcess {
  const child = forked(limits, heapMb);
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  let ready = false;
  let dead = false;
  let running: RunningJob | null = null;

  const end = (finish: (ended: RunningJob) => void) => {
    const ended = running;
    running = null;
    keepAlive(child, false);
    if (ended === null) return;
    clearTimeout(ended.timer);
    finish(ended);
  };
  const die = (reason: string) => {
    if (dead) return;
    dead = true;
    child.kill('SIGKILL');
    // When the process never started, the template is not to blame.
    if (!ready) end(({ reject }) => reject(new Error(`the render process did not start: ${reason}`)));
    else end(({ job, part, resolve }) => resolve(failedResult(job, part, reason)));
  };
  const begin = (begun: RunningJob) => {
    begun.timer = setTimeout(() => die(TOOK_TOO_LONG), killMs);
    child.send(begun.job, (error) => error && die('rendering ended unexpectedly'));
  };

  child.on('message', (message) => {
    const said = message as ProgramMessage;
    if (dead) return;
    if (said.say === 'ready') {
      ready = true;
      if (running !== null) begin(running);
    } else if (said.say === 'began') {
      if (running !== null) running.part = said.part;
    } else {
      end(({ resolve }) => resolve(said));
    }
  });
  child.on('error', ({ message }) => die(message));
  child.on('exit', () => die('rendering needed too much memory'));
  keepAlive(child, false);

  return {
    get dead() {
      return dead;
    },
    do: (job) =>
      new Promise((resolve, reject) => {
        running = { job, resolve, reject, part: job.request.parts[0]?.name ?? '' };
        keepAlive(child, true);
        if (ready) begin(running);
      }),
    async kill() {
      die('the renderer was closed');
      child.ref();
      await gone;
    },
  };
}

/** A source that ends the process, or keeps it busy for too long, has failed. */
function failedResult(job: ProgramJob, part: string, reason: string): JobResult {
  return job.do === 'render'
    ? { outcome: { outcome: 'failed', part, reason, variable: null } }
    : { faults: [{ part, line: null, reason }] };
}

function forked(limits: ProgramLimits, heapMb: number): ChildProcess {
  return fork(program, [JSON.stringify(limits)], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...(FROM_SOURCE ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    serialization: 'advanced',
    // A template must not see the service's settings, nor its terminal.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Only a process that has a job keeps the service alive. */
function keepAlive(child: ChildProcess, isRunning: boolean): void {
  const change = isRunning ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}
