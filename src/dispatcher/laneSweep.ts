import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { endpointOfLane, type WebhookWorkDocument } from '../projections/webhookWork.ts';
import { dueLanes } from '../runtime/lanes.ts';
import { linkedSignal } from '../runtime/linkedSignal.ts';
import { type DeliveryLaneTimes, deliveryLane } from './laneTimes.ts';

export interface SweepDependencies {
  readonly collection: Pick<Collection<WebhookWorkDocument>, 'page'>;
  readonly lanes: DeliveryLaneTimes;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the log ends. */
  readonly head: () => Promise<Position>;
  /** The position up to which the index has folded the log, or one before it. */
  readonly indexPosition: () => Promise<Position>;
  readonly signal: AbortSignal;
  readonly onFound: () => void;
}

/** Lanes that are read without a pause, and the pause after them once the first sweep is over. */
const STRETCH = 16;
const REST_MS = 250;
const BETWEEN_MS = 60_000;
const FAULT_MS = 1_000;
/** Between two looks at how far the index has come. */
const LAG_MS = 500;

/**
 * Reads the lanes of a partition again and again, to find deliveries whose notification was lost: at first as fast as it
 * can, since a crash or another process has left them, later at a pace that costs little however many lanes wait. What
 * was scheduled before the partition was ours may come into the index after the first sweep: then there is a second one.
 */
export async function sweepPartition(
  { collection, lanes, clock, log, head, indexPosition, signal, onFound }: SweepDependencies,
  partition: number,
  lost: AbortSignal,
): Promise<void> {
  const turn = linkedSignal(signal);
  lost.addEventListener('abort', turn.end, { once: true });
  const over = turn.signal;
  const sweep = async (restMs: number) => {
    let seen = 0;
    for await (const { lane, dueAtMs, first } of dueLanes(collection, partition)) {
      if (over.aborted) return;
      const { endpointId, kind } = endpointOfLane(lane);
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      const atMs = kind === 'retry' ? dueAtMs : Math.min(dueAtMs, clock.nowMs());
      lanes.noteUnknown(deliveryLane(partition, first.workspace, endpointId, kind), atMs);
      if (++seen % STRETCH === 0) onFound();
      if (restMs > 0 && seen % STRETCH === 0) await clock.sleep(restMs, over);
    }
    onFound();
  };
  let since: Position | null = null;
  for (let restMs = 0; !over.aborted; ) {
    try {
      since ??= await head();
      const hadAll = (await indexPosition()) >= since;
      await sweep(restMs);
      while (!hadAll && !over.aborted && (await indexPosition()) < since) await clock.sleep(LAG_MS, over);
      if (!hadAll) continue;
      restMs = REST_MS;
      await clock.sleep(BETWEEN_MS, over);
    } catch (error) {
      log.error({ worker: 'webhook_deliveries', partition, err: error }, 'lanes could not be swept');
      await clock.sleep(FAULT_MS, over);
    }
  }
  turn.end();
}
