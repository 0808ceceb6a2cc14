import { type AttemptKind, webhookLane } from '../projections/webhookWork.ts';
import type { LaneTimes as TimesOf } from '../runtime/laneTimes.ts';

/** The deliveries of one kind to one endpoint that are in the index. */
export interface DeliveryLane {
  readonly name: string;
  readonly partition: number;
  readonly endpointId: string;
  readonly kind: AttemptKind;
}

export type DeliveryLaneTimes = TimesOf<DeliveryLane>;

export function deliveryLane(partition: number, endpointId: string, kind: AttemptKind): DeliveryLane {
  return { name: webhookLane(endpointId, kind), partition, endpointId, kind };
}
