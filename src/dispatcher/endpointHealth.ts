import { LRUCache } from 'lru-cache';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { FAST_MS, medianAnswerMs, type WebhookHealthDocument } from '../projections/webhookHealth.ts';
import type { OwnerSpeed, SpeedClass } from '../work/slots.ts';

/** What one attempt shows: the milliseconds until the answer, or `nothing` when it failed at once, as when refused. */
export type EndpointAnswer = number | 'silence' | 'nothing';

/** A longer answer counts as one of this length, and each answer weighs little: one of them changes no speed class. */
const LONGEST_MS = 2_000;
const WEIGHT = 1 / 16;
/** So many attempts of an endpoint that has answered time out in a row before it counts as silent. */
const SILENT_AFTER = 2;

/** Endpoints whose answers are remembered at most; beyond it those that answered longest ago count as unknown again. */
const MAX_REMEMBERED = 10_000;

/** The memory of one endpoint's answers, and what they show of the next one. */
export interface EndpointHealth extends OwnerSpeed {
  answered(answer: EndpointAnswer): void;
}

/** The memory of the answers of all endpoints. */
export interface EndpointHealths {
  of(endpointId: string): OwnerSpeed;
  answered(endpointId: string, answer: EndpointAnswer): void;
  /**
   * What is known of an endpoint from before the start of this process, with what its answers took; what it has shown since
   * counts more.
   */
  restore(endpointId: string, before: SpeedClass, answerMs: number | null): void;
}

const UNKNOWN: OwnerSpeed = { speedClass: 'unknown', expectedMs: FAST_MS };

export function endpointHealths(bounds: { readonly maxRemembered?: number } = {}): EndpointHealths {
  const known = new LRUCache<string, EndpointHealth>({ max: bounds.maxRemembered ?? MAX_REMEMBERED });
  return {
    of: (endpointId) => known.peek(endpointId) ?? UNKNOWN,
    answered(endpointId, answer) {
      const health = known.get(endpointId) ?? endpointHealth();
      health.answered(answer);
      known.set(endpointId, health);
    },
    restore(endpointId, before, answerMs) {
      if (!known.has(endpointId)) known.set(endpointId, endpointHealth(before, answerMs));
    },
  };
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

export interface RestoreDependencies {
  readonly health: Pick<Collection<Pick<WebhookHealthDocument, 'speedClass' | 'recent'>>, 'scan'>;
  readonly log: Log;
}

/**
 * Takes in what is known of endpoints from before this process, or from the process that held their partition. When that
 * can't be read they begin as unknown ones: with one post at once, until their first answer.
 */
export async function restoreHealth(
  { health, log }: RestoreDependencies,
  healths: EndpointHealths,
): Promise<void> {
  try {
    for await (const { key, document } of health.scan())
      if (document.speedClass !== null) healths.restore(key, document.speedClass, medianAnswerMs(document));
  } catch (error) {
    log.warn({ err: error }, 'what is known of webhook endpoints could not be read');
  }
}
