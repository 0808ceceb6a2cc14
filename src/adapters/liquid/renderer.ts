import type { Renderer } from '../../ports/renderer.ts';
import { exhaustedTemplates, keyOfSources } from './exhausted.ts';
import { TOOK_TOO_LONG } from './liquidEngine.ts';
import type { ProcessLimits } from './renderProcess.ts';
import { renderProcesses } from './renderProcesses.ts';

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

/**
 * Liquid in processes of its own. A template that loops or floods costs its own process, which is replaced; the time
 * of a request begins when a process takes it. Workspaces have turns, so that a customer whose templates all loop keeps
 * nobody else waiting.
 */
export function liquidRenderer(options: RendererOptions = {}): Renderer {
  const { processes = PROCESSES, maxWaitMs, monotonicMs = () => performance.now(), ...given } = options;
  const pool = renderProcesses({ limits: { ...LIMITS, ...given }, processes, maxWaitMs });
  const exhausted = exhaustedTemplates(monotonicMs);
  return {
    async render(request) {
      const key = keyOfSources(request);
      const part = exhausted.partOf(key);
      if (part !== null) return { outcome: 'failed', part, reason: TOOK_TOO_LONG, variable: null };
      const result = await pool.do({ do: 'render', request });
      if (!('outcome' in result)) throw new Error('the render process answered another question');
      const { outcome } = result;
      if (outcome.outcome === 'failed' && outcome.reason === TOOK_TOO_LONG) exhausted.note(key, outcome.part);
      return outcome;
    },
    async check(request) {
      const result = await pool.do({ do: 'check', request });
      if (!('faults' in result)) throw new Error('the render process answered another question');
      return result.faults;
    },
    close: () => pool.close(),
  };
}
