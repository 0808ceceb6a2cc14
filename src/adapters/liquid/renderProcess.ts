import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RendererBusy, type RenderOutcome, type TemplateFault } from '../../ports/renderer.ts';
import { OUT_OF_TIME } from './processorWatch.ts';
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
  /** For the whole request, the start of the process included: after that it is killed, and the renderer is busy. */
  readonly killMs: number;
  readonly heapMb: number;
}

interface RunningJob {
  readonly job: ProgramJob;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
  /** The part begun last, which is to blame when the process ends suddenly. */
  part: string;
  readonly timer: NodeJS.Timeout;
}

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(`./renderProgram.${FROM_SOURCE ? 'ts' : 'js'}`, import.meta.url));

const OUT_OF_MEMORY = 'rendering needed too much memory';
/**
 * How a process ends itself because of its job: by its own limit, or by V8, which aborts when the heap is full. Every other
 * end comes from outside and says nothing about the template.
 */
const OWN_ENDS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  [OUT_OF_TIME]: 'rendering took too long',
  SIGABRT: OUT_OF_MEMORY,
  SIGTRAP: OUT_OF_MEMORY,
  SIGILL: OUT_OF_MEMORY,
};

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
  const die = (why: string, exhaustedBy?: string) => {
    if (dead) return;
    dead = true;
    child.kill('SIGKILL');
    end(({ job, part, resolve, reject }) =>
      exhaustedBy === undefined
        ? reject(new RendererBusy(why))
        : resolve(exhaustedResult(job, part, exhaustedBy)),
    );
  };
  const begin = ({ job }: RunningJob) => child.send(job, (error) => error && die(error.message));

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
  child.on('error', ({ message }) => die(`the render process failed: ${message}`));
  child.on('exit', (code, signal) =>
    die(
      `the render process ended (${signal ?? code})`,
      ready && signal !== null ? OWN_ENDS[signal] : undefined,
    ),
  );
  keepAlive(child, false);

  return {
    get dead() {
      return dead;
    },
    do: (job) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => die('rendering did not end in time'), killMs);
        running = { job, resolve, reject, part: job.request.parts[0]?.name ?? '', timer };
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

function exhaustedResult(job: ProgramJob, part: string, reason: string): JobResult {
  return job.do === 'render'
    ? { outcome: { outcome: 'exhausted', part, reason } }
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
