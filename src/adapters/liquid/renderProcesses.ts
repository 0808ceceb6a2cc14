import { RendererBusy } from '../../ports/renderer.ts';
import { counts } from '../../queues/counts.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import { type JobResult, type ProcessLimits, type RenderProcess, renderProcess } from './renderProcess.ts';
import type { ProgramJob } from './renderProgram.ts';

interface RenderPoolOptions {
  readonly limits: ProcessLimits;
  /** Processes at most; each is started when it is first needed. */
  readonly processes: number;
  /** Milliseconds that a job waits for a process at most; undefined: without a limit. */
  readonly maxWaitMs: number | undefined;
}

interface WaitingJob {
  readonly job: ProgramJob;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Processes for jobs; workspaces take turns. Where there are several processes, no workspace gets all of them: one stays
 * free for others.
 */
export function renderProcesses({ limits, processes, maxWaitMs }: RenderPoolOptions) {
  const maxPerWorkspace = Math.max(1, processes - 1);
  const idle: RenderProcess[] = [];
  const busy = new Set<RenderProcess>();
  const busyFor = counts();
  const waiting = turnQueue<WaitingJob>();
  let closed = false;

  const mayHave = (workspace: string) => busyFor.of(workspace) < maxPerWorkspace;
  const serve = () => {
    while (busy.size < processes) {
      const next = waiting.next(mayHave);
      if (next === null) return;
      let free = idle.pop();
      while (free?.dead) free = idle.pop();
      try {
        free ??= renderProcess(limits);
      } catch (error) {
        // Without memory for another process node throws, and emits no event. Those that work serve the rest.
        if (busy.size > 0) return waiting.add(next.owner, next.item);
        clearTimeout(next.item.timer);
        next.item.reject(new RendererBusy((error as Error).message));
        continue;
      }
      clearTimeout(next.item.timer);
      void work(free, next.owner, next.item);
    }
  };
  const work = async (renderer: RenderProcess, workspace: string, { job, resolve, reject }: WaitingJob) => {
    busy.add(renderer);
    busyFor.add(workspace, 1);
    try {
      resolve(await renderer.do(job));
    } catch (error) {
      reject(error as Error);
    } finally {
      busy.delete(renderer);
      busyFor.add(workspace, -1);
      if (!renderer.dead) idle.push(renderer);
      serve();
    }
  };

  return {
    /** Rejects with RendererBusy when the wait is over. */
    do: (job: ProgramJob): Promise<JobResult> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the renderer is closed'));
        const { workspace } = job.request;
        const giveUp = () =>
          waiting.remove(workspace, one) && reject(new RendererBusy('no renderer came free in time'));
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
        const one: WaitingJob = { job, resolve, reject, timer };
        waiting.add(workspace, one);
        serve();
      }),
    async close(): Promise<void> {
      closed = true;
      for (const { timer, reject } of waiting.takeAll()) {
        clearTimeout(timer);
        reject(new Error('the renderer is closed'));
      }
      await Promise.all([...idle, ...busy].map((renderer) => renderer.kill()));
    },
  };
}
