import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { endpointOfLane, type WebhookWorkDocument } from '../projections/webhookWork.ts';
import { dueLanes } from '../runtime/lanes.ts';
import { turnWithin } from '../runtime/turn.ts';
import { deliveryLane, type LaneTimes } from './laneTimes.ts';

export interface SweepContext {
  readonly collection: Pick<Collection<WebhookWorkDocument>, 'page'>;
  readonly lanes: LaneTimes;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onFound: () => void;
}

/** Lanes that are gone through at a stretch, and the rest behind each, once the first sweep is through. */
const STRETCH = 16;
const REST_MS = 250;
const BETWEEN_MS = 60_000;
const FAULT_MS = 1_000;

/**
 * Goes through the lanes of a partition again and again, for what nobody told of: at first as fast as it can, since a
 * crash or another process has left what is there, later at a pace whose cost is small however many lanes wait.
 */
export async function sweepPartition(
  { collection, lanes, clock, log, signal, onFound }: SweepContext,
  partition: number,
  lost: AbortSignal,
): Promise<void> {
  const turn = turnWithin(signal);
  lost.addEventListener('abort', turn.end, { once: true });
  const over = turn.signal;
  const sweep = async (restMs: number) => {
    let seen = 0;
    for await (const { lane, dueAtMs, first } of dueLanes(collection, partition)) {
      if (over.aborted) return;
      const { endpointId, kind } = endpointOfLane(lane);
      // Of what lies before its date because the clock was set back, a first attempt is due all the same.
      const atMs = kind === 'first' ? Math.min(dueAtMs, clock.nowMs()) : dueAtMs;
      lanes.noteUnknown(deliveryLane(partition, first.workspace, endpointId, kind), atMs);
      if (++seen % STRETCH === 0) onFound();
      if (restMs > 0 && seen % STRETCH === 0) await clock.sleep(restMs, over);
    }
    onFound();
  };
  for (let restMs = 0; !over.aborted; ) {
    try {
      await sweep(restMs);
      restMs = REST_MS;
      await clock.sleep(BETWEEN_MS, over);
    } catch (error) {
      log.error({ worker: 'webhook_deliveries', partition, err: error }, 'lanes could not be swept');
      await clock.sleep(FAULT_MS, over);
    }
  }
  turn.end();
}
