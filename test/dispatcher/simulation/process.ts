import { webhookDeliveryWorker } from '../../../src/dispatcher/deliveryWorker.ts';
import type { PostOutcome } from '../../../src/ports/poster.ts';
import { type WebhookWorkDocument, webhookWork } from '../../../src/projections/webhookWork.ts';
import { openProjection } from '../../../src/runtime/projection.ts';
import type { Worker } from '../../../src/runtime/worker.ts';
import type { Random } from '../../faults/seededRandom.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import type { SimulatedLog } from './simulatedLog.ts';

/** The process died in the middle of an append. */
export class Killed extends Error {}

export interface ProcessParts {
  readonly crash: (when: 'before' | 'after') => void;
  readonly nowMs: () => number;
  readonly post: (deliveryId: string) => Promise<PostOutcome>;
}

const collection = await openProjection(memoryDocuments(), webhookWork(1));
const ids = seededIds('simulation');

/** The worker as one process has it: nothing of an earlier one is kept. */
export function workerOn(
  log: SimulatedLog,
  { crash, nowMs, post }: ProcessParts,
): Worker<WebhookWorkDocument> {
  const clock = { nowMs, monotonicMs: nowMs, sleep: () => Promise.resolve() };
  return webhookDeliveryWorker({
    ledger: { store: log.opened(crash), clock, ids },
    collection,
    secrets: { seal: (text) => text, open: (sealed) => sealed },
    poster: { post: ({ headers }) => post(headers['webhook-id'] ?? ''), close: async () => {} },
    metrics: noMetrics,
    log: quietLog,
  });
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
