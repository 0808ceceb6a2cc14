import {
  type AttemptDependencies,
  type AttemptEnd,
  attemptDelivery,
} from '../../../src/dispatcher/attempt.ts';
import { endpointDirectory } from '../../../src/dispatcher/endpoints.ts';
import type { DueDelivery } from '../../../src/dispatcher/scheduledDelivery.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { PostOutcome } from '../../../src/ports/poster.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import type { Random } from '../../support/seededRandom.ts';
import type { SimulatedLog } from './simulatedLog.ts';

/** The process died in the middle of an append. */
export class Killed extends Error {}

export interface ProcessParts {
  readonly crash: (when: 'before' | 'after', stream: string) => void;
  readonly clock: Clock;
  /** Answers a post by the delivery's id, which is the event's too. */
  readonly post: (deliveryId: string, url: string) => Promise<PostOutcome>;
}

const ids = seededIds('simulation');

/** What attempts need as one process has it: nothing of an earlier one is kept. */
export function processOn(log: SimulatedLog, { crash, clock, post }: ProcessParts): AttemptDependencies {
  const store = log.opened(crash);
  return {
    ledger: { store, clock, ids },
    endpoints: endpointDirectory(store, clock),
    secrets: { open: (sealed) => sealed },
    poster: {
      post: ({ url, headers }) => post(headers['webhook-id'] ?? '', url),
      close: async () => {},
    },
    metrics: noMetrics,
    log: quietLog,
  };
}

/** Attempts one by one, each as the dispatch would make it. */
export function attemptsOn(log: SimulatedLog, parts: ProcessParts) {
  const context = processOn(log, parts);
  return {
    /** Hears that an endpoint has changed, as by the news of the log. */
    changed: () => context.endpoints.changed('w'),
    attempt: (due: DueDelivery): Promise<AttemptEnd> =>
      attemptDelivery(context, due, new AbortController().signal, () => {}),
  };
}

const STATUSES = [200, 200, 204, 200, 301, 404, 408, 410, 429, 500, 503];
const REASONS = [
  'timeout',
  'dns',
  'connect',
  'refused',
  'reset',
  'tls',
  'protocol',
  'address_refused',
] as const;

/** What a receiver answers: every eighth one is never content, the others now and then. */
export function answerOf(random: Random, deliveryId: string): PostOutcome {
  const of = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const isDeaf = Number(deliveryId.slice(1)) % 8 === 0;
  if (random() < (isDeaf ? 0.5 : 0.2))
    return { outcome: 'failed', reason: of(REASONS) ?? 'timeout', detail: 'x' };
  return { outcome: 'answered', status: (isDeaf ? 500 : of(STATUSES)) ?? 500, body: '' };
}

/** The class of an outcome, in the words of the interface; null for a 2xx. */
export function reasonOf(outcome: PostOutcome): string | null {
  if (outcome.outcome === 'failed') return outcome.reason;
  return outcome.status >= 200 && outcome.status < 300 ? null : 'status';
}
