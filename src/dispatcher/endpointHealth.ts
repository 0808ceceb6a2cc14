import { FAST_MS, type KnownSpeedClass } from '../projections/webhookHealth.ts';

/** What attempts have shown of an endpoint, by the average of its answers; `unknown`: none has shown anything yet. */
export type SpeedClass = KnownSpeedClass | 'unknown';

export const SPEED_CLASSES: readonly SpeedClass[] = ['fast', 'slow', 'silent', 'unknown'];

/** What one attempt shows: the milliseconds until the answer, or `nothing` when it failed at once, as when refused. */
export type EndpointAnswer = number | 'silence' | 'nothing';

/** A longer answer counts as one of this length, and each answer weighs little: one of them changes no speed class. */
const LONGEST_MS = 2_000;
const WEIGHT = 1 / 16;
/** So many attempts of an endpoint that has answered time out in a row before it counts as silent. */
const SILENT_AFTER = 2;

/** The memory of one endpoint's answers. */
export interface EndpointHealth {
  readonly speedClass: SpeedClass;
  /** How long an attempt will take, as far as its answers show: at least 1 ms. */
  readonly expectedMs: number;
  answered(answer: EndpointAnswer): void;
}

/**
 * @param before its speed class as another process, or this one before its start, has known it
 * @param answerMs what its answers took then; null when that is not known
 */
export function endpointHealth(
  before: SpeedClass = 'unknown',
  answerMs: number | null = null,
): EndpointHealth {
  let averageMs = averageBefore(before, answerMs ?? 0);
  let isSilent = before === 'silent';
  let silences = 0;
  return {
    get speedClass() {
      if (isSilent) return 'silent';
      if (averageMs === null) return 'unknown';
      return averageMs <= FAST_MS ? 'fast' : 'slow';
    },
    get expectedMs() {
      return Math.max(1, averageMs ?? FAST_MS);
    },
    answered(answer) {
      if (answer === 'nothing') return;
      if (answer === 'silence') {
        silences++;
        isSilent ||= averageMs === null || silences >= SILENT_AFTER;
        return;
      }
      const countedMs = Math.min(answer, LONGEST_MS);
      averageMs = averageMs === null ? countedMs : averageMs + (countedMs - averageMs) * WEIGHT;
      silences = 0;
      isSilent = false;
    },
  };
}

function averageBefore(before: SpeedClass, answerMs: number): number | null {
  if (before === 'fast') return Math.min(answerMs, FAST_MS);
  return before === 'slow' ? Math.max(answerMs, 2 * FAST_MS) : null;
}
