import type { ReadyDelivery } from './readyQueue.ts';
import type { ScheduledDelivery } from './scheduledDelivery.ts';

/** A delivery that was scheduled here, this moment. */
export interface HandedOver {
  readonly deliveryId: string;
  readonly scheduled: ScheduledDelivery;
}

/** As the first attempt that it is. */
export function handedOver({ deliveryId, scheduled }: HandedOver): ReadyDelivery {
  const { state, last } = scheduled;
  return {
    deliveryId,
    endpointId: state.endpointId,
    workspace: last.metadata.workspace,
    kind: 'first',
    scheduled,
    pausedSince: null,
  };
}
