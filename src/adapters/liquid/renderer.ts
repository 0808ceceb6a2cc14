import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CheckRequest, Renderer } from '../../ports/renderer.ts';
import { TOOK_TOO_LONG } from './liquidEngine.ts';
import type { ProcessLimits } from './renderProcess.ts';
import { renderProcesses } from './renderProcesses.ts';

export interface RendererOptions extends Partial<ProcessLimits> {
  /** Processes at most; each is started when it is first needed. */
  readonly processes?: number;
  /** Milliseconds that a caller waits for a process at most. Absent: without a limit. */
  readonly maxWaitMs?: number;
  /** The clock of the pause after a timeout. */
  readonly monotonicMs?: () => number;
}

/** A little below the promised two seconds, since ending a process takes time too. */
const LIMITS: ProcessLimits = { renderMs: 1_500, killMs: 1_800, heapMb: 512, outputChars: 20_000_000 };
const PROCESSES = 3;
/** Sources that ran out of time are not tried again for this long: the next message would cost as much again. */
const PAUSE_MS = 30_000;
const MAX_TIMED_OUT = 1_000;

/**
 * Liquid in separate processes. A template that loops, or whose output is huge, costs only its process, which is replaced;
 * the time of a request begins when a process takes it. Workspaces take turns, so that a customer whose templates all loop
 * does not delay others.
 */
export function liquidRenderer(options: RendererOptions = {}): Renderer {
  const { processes = PROCESSES, maxWaitMs, monotonicMs = () => performance.now(), ...given } = options;
  const pool = renderProcesses({ limits: { ...LIMITS, ...given }, processes, maxWaitMs });
  const timedOut = new LRUCache<string, { readonly part: string; readonly untilMs: number }>({
    max: MAX_TIMED_OUT,
  });
  return {
    async render(request) {
      const key = keyOfSources(request);
      const known = timedOut.peek(key);
      if (known !== undefined && monotonicMs() < known.untilMs)
        return { outcome: 'failed', part: known.part, reason: TOOK_TOO_LONG, variable: null };
      const result = await pool.do({ do: 'render', request });
      if (!('outcome' in result)) throw new Error('the render process answered another question');
      const { outcome } = result;
      if (outcome.outcome === 'failed' && outcome.reason === TOOK_TOO_LONG)
        timedOut.set(key, { part: outcome.part, untilMs: monotonicMs() + PAUSE_MS });
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

/** The same for the same sources of the same workspace, with any variables. */
function keyOfSources({ workspace, parts }: CheckRequest): string {
  const hash = createHash('sha256').update(workspace);
  for (const { name, source, escape: html } of parts)
    hash.update(`\n${name} ${html} ${source.length}\n`).update(source);
  return hash.digest('base64');
}
