import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RenderOutcome, RenderRequest } from '../../ports/renderer.ts';
import type { ProgramLimits, ProgramMessage } from './renderProgram.ts';

/** One child process, doing one request at a time. Once `dead` it is of no more use. */
export interface RenderProcess {
  readonly dead: boolean;
  render(request: RenderRequest): Promise<RenderOutcome>;
  kill(): Promise<void>;
}

export interface ProcessLimits extends ProgramLimits {
  /** For the whole request, from when the process is ready: then it is killed. */
  readonly killMs: number;
  readonly heapMb: number;
}

interface Job {
  readonly request: RenderRequest;
  readonly resolve: (outcome: RenderOutcome) => void;
  readonly reject: (error: Error) => void;
  /** The part begun last, which a sudden end is the fault of. */
  part: string;
  timer?: NodeJS.Timeout;
}

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const program = fileURLToPath(new URL(`./renderProgram.${FROM_SOURCE ? 'ts' : 'js'}`, import.meta.url));

/**
 * A process and no thread: a thread that runs out of heap in one large allocation takes the whole service with it,
 * whatever its `resourceLimits` say.
 */
export function renderProcess({ killMs, heapMb, ...limits }: ProcessLimits): RenderProcess {
  const child = forked(limits, heapMb);
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  let ready = false;
  let dead = false;
  let job: Job | null = null;

  const end = (finish: (job: Job) => void) => {
    const ended = job;
    job = null;
    hold(child, false);
    if (ended === null) return;
    clearTimeout(ended.timer);
    finish(ended);
  };
  const die = (reason: string) => {
    if (dead) return;
    dead = true;
    child.kill('SIGKILL');
    // A process that never came up says nothing of the template.
    if (!ready) end(({ reject }) => reject(new Error(`the render process did not start: ${reason}`)));
    else end(({ part, resolve }) => resolve({ outcome: 'failed', part, reason, variable: null }));
  };
  const begin = (begun: Job) => {
    begun.timer = setTimeout(() => die('rendering took too long'), killMs);
    child.send(begun.request, (error) => error && die('rendering ended unexpectedly'));
  };

  child.on('message', (message) => {
    const said = message as ProgramMessage;
    if (dead) return;
    if (said.say === 'ready') {
      ready = true;
      if (job !== null) begin(job);
    } else if (said.say === 'began') {
      if (job !== null) job.part = said.part;
    } else {
      end(({ resolve }) => resolve(said.outcome));
    }
  });
  child.on('error', ({ message }) => die(message));
  child.on('exit', () => die('rendering needed too much memory'));
  hold(child, false);

  return {
    get dead() {
      return dead;
    },
    render: (request) =>
      new Promise((resolve, reject) => {
        job = { request, resolve, reject, part: request.parts[0]?.name ?? '' };
        hold(child, true);
        if (ready) begin(job);
      }),
    async kill() {
      die('the renderer was closed');
      child.ref();
      await gone;
    },
  };
}

function forked(limits: ProgramLimits, heapMb: number): ChildProcess {
  return fork(program, [JSON.stringify(limits)], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...(FROM_SOURCE ? ['--import', import.meta.resolve('tsx')] : []),
    ],
    serialization: 'advanced',
    // A template has no business with the service's settings, nor with its terminal.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Only a process at work keeps the service alive. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref();
  else child.unref();
  if (held) child.channel?.ref();
  else child.channel?.unref();
}
