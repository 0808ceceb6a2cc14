import { type Renderer, RendererBusy } from '../../ports/renderer.ts';
import { turnQueue } from '../../ports/turnQueue.ts';
import { exhaustedTemplates, keyOfSources } from './exhausted.ts';
import { TOOK_TOO_LONG } from './liquidEngine.ts';
import { type JobResult, type ProcessLimits, type RenderProcess, renderProcess } from './renderProcess.ts';
import type { ProgramJob } from './renderProgram.ts';

export interface RendererOptions extends Partial<ProcessLimits> {
  /** Processes at most; each is started when it is first needed. */
  readonly processes?: number;
  /** Milliseconds that a caller waits for a process at most. Absent: as long as it takes. */
  readonly maxWaitMs?: number;
  /** Time that passes, for how long exhausted templates are left alone. */
  readonly monotonicMs?: () => number;
}

/** A little below the two seconds that are promised, since ending a process takes time too. */
const LIMITS: ProcessLimits = { renderMs: 1_500, killMs: 1_800, heapMb: 512, outputChars: 20_000_000 };
const PROCESSES = 3;

interface Waiting {
  readonly job: ProgramJob;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Liquid in processes of its own. A template that loops or floods costs its own process, which is replaced; the time
 * of a request begins when a process takes it. Workspaces have turns, and none has the last free process beside one of
 * its own: a customer whose templates all loop keeps nobody else waiting.
 */
export function liquidRenderer(options: RendererOptions = {}): Renderer {
  const { processes = PROCESSES, maxWaitMs, monotonicMs = () => performance.now(), ...given } = options;
  const limits = { ...LIMITS, ...given };
  const mostOfOne = Math.max(1, processes - 1);
  const idle: RenderProcess[] = [];
  const busy = new Set<RenderProcess>();
  const busyFor = new Map<string, number>();
  const waiting = turnQueue<Waiting>();
  const exhausted = exhaustedTemplates(monotonicMs);
  let closed = false;

  const mayHave = (workspace: string) => (busyFor.get(workspace) ?? 0) < mostOfOne;
  const serve = () => {
    while (busy.size < processes) {
      const next = waiting.next(mayHave);
      if (next === null) return;
      clearTimeout(next.item.timer);
      let free = idle.pop();
      while (free?.dead) free = idle.pop();
      void work(free ?? renderProcess(limits), next.owner, next.item);
    }
  };

  const work = async (renderer: RenderProcess, workspace: string, { job, resolve, reject }: Waiting) => {
    busy.add(renderer);
    busyFor.set(workspace, (busyFor.get(workspace) ?? 0) + 1);
    try {
      resolve(await renderer.do(job));
    } catch (error) {
      reject(error as Error);
    } finally {
      busy.delete(renderer);
      const others = (busyFor.get(workspace) ?? 1) - 1;
      if (others > 0) busyFor.set(workspace, others);
      else busyFor.delete(workspace);
      if (!renderer.dead) idle.push(renderer);
      serve();
    }
  };

  const inTurn = (job: ProgramJob): Promise<JobResult> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('the renderer is closed'));
      const { workspace } = job.request;
      const giveUp = () => waiting.remove(workspace, one) && reject(new RendererBusy());
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const one: Waiting = { job, resolve, reject, timer };
      waiting.add(workspace, one);
      serve();
    });

  return {
    async render(request) {
      const key = keyOfSources(request);
      const part = exhausted.partOf(key);
      if (part !== null) return { outcome: 'failed', part, reason: TOOK_TOO_LONG, variable: null };
      const result = await inTurn({ do: 'render', request });
      if (!('outcome' in result)) throw new Error('the render process answered another question');
      const { outcome } = result;
      if (outcome.outcome === 'failed' && outcome.reason === TOOK_TOO_LONG) exhausted.note(key, outcome.part);
      return outcome;
    },
    async check(request) {
      const result = await inTurn({ do: 'check', request });
      if (!('faults' in result)) throw new Error('the render process answered another question');
      return result.faults;
    },
    async close() {
      closed = true;
      for (const { timer, reject } of waiting.takeAll()) {
        clearTimeout(timer);
        reject(new Error('the renderer is closed'));
      }
      await Promise.all([...idle, ...busy].map((renderer) => renderer.kill()));
    },
  };
}
