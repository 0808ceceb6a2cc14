import { partitionOf } from '../events/partitionOf.ts';
import type { Clock } from '../ports/clock.ts';
import { endpointOfLane, type WebhookWorkDocument } from '../projections/webhookWork.ts';
import type { InFlight } from '../runtime/inFlight.ts';
import { type LaneSweeps, laneSweeps, type SweepsContext } from '../runtime/laneSweeps.ts';
import { type DeliveryLaneTimes, deliveryLane } from './laneTimes.ts';
import type { ReadyQueue } from './readyQueue.ts';

export interface DeliverySweepsDependencies
  extends Pick<SweepsContext<WebhookWorkDocument>, 'collection' | 'head' | 'indexPosition'> {
  readonly partitions: number;
  readonly clock: Clock;
  readonly ready: ReadyQueue;
  readonly inFlight: InFlight;
  readonly lanes: DeliveryLaneTimes;
}

/** Nearly all deliveries go the short way, and lanes that wait are many: a look a minute while nothing is due. */
const PACE = { pageEveryMs: 250, roundEveryMs: 60_000 };

/** Finds the lanes of the held partitions; of a lost one only what is under way stays in memory. */
export function deliverySweeps(context: DeliverySweepsDependencies): LaneSweeps {
  const { partitions, clock, ready, inFlight, lanes } = context;
  return laneSweeps({
    ...context,
    pace: PACE,
    onFound(partition, { lane, dueAtMs, first: { workspace } }) {
      const { endpointId, kind } = endpointOfLane(lane);
      // If the clock was set back its date may be in the future, but only a retry waits for it.
      const atMs = kind === 'retry' ? dueAtMs : Math.min(dueAtMs, clock.nowMs());
      lanes.noteFound(deliveryLane(partition, workspace, endpointId, kind), atMs);
    },
    onLost(partition) {
      lanes.forgetPartition(partition);
      for (const endpointId of ready.endpoints()) {
        if (partitionOf(endpointId, partitions) !== partition) continue;
        for (const { deliveryId } of ready.remove(endpointId)) inFlight.end(deliveryId);
      }
    },
  });
}
