import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CheckRequest, type Renderer, RendererBusy } from '../../ports/renderer.ts';
import type { ProcessLimits } from './renderProcess.ts';
import { renderProcesses } from './renderProcesses.ts';

export interface RendererOptions extends Partial<ProcessLimits> {
  /** Processes at most; each is started when it is first needed. */
  readonly processes?: number;
  /** Milliseconds that a caller waits for a process at most. Absent: without a limit. */
  readonly maxWaitMs?: number;
  /** The clock of the pause after an exhaustion. */
  readonly monotonicMs?: () => number;
}

/** The processor time is a little below the promised two seconds, since it is looked at from time to time only. */
const LIMITS: ProcessLimits = { processorMs: 1_800, killMs: 30_000, heapMb: 512, outputChars: 20_000_000 };
const PROCESSES = 3;
/** Sources that were exhausted are not tried again for this long: the next message would cost as much again. */
const PAUSE_MS = 30_000;
const MAX_EXHAUSTED = 1_000;

/**
 * Liquid in separate processes. A template that loops, or whose output is huge, costs only its process, which is replaced;
 * the time of a request begins when a process takes it. Workspaces take turns, so that a customer whose templates all loop
 * does not delay others.
 */
export function liquidRenderer(options: RendererOptions = {}): Renderer {
  const { processes = PROCESSES, maxWaitMs, monotonicMs = () => performance.now(), ...given } = options;
  const pool = renderProcesses({ limits: { ...LIMITS, ...given }, processes, maxWaitMs });
  const pausedUntilMs = new LRUCache<string, number>({ max: MAX_EXHAUSTED });
  return {
    async render(request) {
      const key = keyOfSources(request);
      if (monotonicMs() < (pausedUntilMs.peek(key) ?? 0))
        throw new RendererBusy('the same template was exhausted a moment ago');
      const result = await pool.do({ do: 'render', request });
      if (!('outcome' in result)) throw new Error('the render process answered another question');
      const { outcome } = result;
      if (outcome.outcome === 'exhausted') pausedUntilMs.set(key, monotonicMs() + PAUSE_MS);
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
