import type { Renderer, RenderOutcome, RenderRequest } from '../../ports/renderer.ts';
import { type ProcessLimits, type RenderProcess, renderProcess } from './renderProcess.ts';

export interface RendererOptions extends Partial<ProcessLimits> {
  /** Processes at most; each is started when it is first needed. */
  readonly processes?: number;
}

/** A little below the two seconds that are promised, since ending a process takes time too. */
const LIMITS: ProcessLimits = { renderMs: 1_500, killMs: 1_800, heapMb: 512, outputChars: 20_000_000 };
const PROCESSES = 2;

interface Waiting {
  readonly request: RenderRequest;
  readonly resolve: (outcome: RenderOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Liquid in processes of its own. A template that loops or floods costs its own process, which is replaced; the time
 * of a request begins when a process takes it, so that a caller that waits behind such a template loses only patience.
 */
export function liquidRenderer(options: RendererOptions = {}): Renderer {
  const { processes = PROCESSES, ...given } = options;
  const limits = { ...LIMITS, ...given };
  const idle: RenderProcess[] = [];
  const busy = new Set<RenderProcess>();
  const waiting: Waiting[] = [];
  let closed = false;

  const serve = () => {
    while (waiting.length > 0 && busy.size < processes) {
      const next = waiting.shift();
      if (next === undefined) return;
      let free = idle.pop();
      while (free?.dead) free = idle.pop();
      void work(free ?? renderProcess(limits), next);
    }
  };

  const work = async (renderer: RenderProcess, { request, resolve, reject }: Waiting) => {
    busy.add(renderer);
    try {
      resolve(await renderer.render(request));
    } catch (error) {
      reject(error as Error);
    } finally {
      busy.delete(renderer);
      if (!renderer.dead) idle.push(renderer);
      serve();
    }
  };

  return {
    render: (request) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the renderer is closed'));
        waiting.push({ request, resolve, reject });
        serve();
      }),
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('the renderer is closed'));
      await Promise.all([...idle, ...busy].map((renderer) => renderer.kill()));
    },
  };
}
