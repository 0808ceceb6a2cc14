import { uuid5 } from '../../events/uuid5.ts';
import {
  type WebhookDeliveryEvent,
  webhookDelivery,
  webhookDeliveryIdOf,
} from '../../events/webhookDelivery.ts';
import { decideOn } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { redeliveryDecider } from './redeliver.ts';
import { evolveDelivery } from './webhookDeliveryState.ts';

/** What an endpoint is to have, whether or not it was scheduled for it before. */
export type EventToRedeliver = Extract<WebhookDeliveryEvent, { type: 'WebhookDeliveryScheduled' }>['data'];

/** `scheduled`: the endpoint had no such delivery; `left`: it is due already, not wanted, or the run was here before. */
export type RedeliveredAs = 'scheduled' | 'requeued' | 'left';

const fold = { initial: null, evolve: evolveDelivery };

/**
 * Makes one event due at one endpoint, with all its attempts before it. Under one `origin.correlation`, that of a run
 * over many events, each is made due once, however often the run begins again.
 * @param state `dead`: a delivery that is there is touched only when it is dead
 */
export async function redeliverEvent(
  ledger: Ledger,
  origin: Origin,
  data: EventToRedeliver,
  state: 'dead' | 'all',
): Promise<RedeliveredAs> {
  const deliveryId = webhookDeliveryIdOf(data.eventId, data.endpointId);
  // The same id that the fan-out gives, so that of the two one finds what the other wrote.
  const scheduled = {
    id: uuid5('webhookdeliveryscheduled', deliveryId),
    type: 'WebhookDeliveryScheduled' as const,
    data,
  };
  const stream = webhookDelivery.stream(deliveryId);
  const { before, position } = await decideOn(
    ledger,
    origin,
    stream,
    fold,
    ({ state: delivery, last }): readonly WebhookDeliveryEvent[] => {
      if (delivery === null) return [scheduled];
      // Attempts carry the correlation of what they follow.
      if (last?.metadata.correlation === origin.correlation) return [];
      if (state === 'dead' && delivery.status !== 'dead') return [];
      return redeliveryDecider.decide({ do: 'requeue' }, delivery);
    },
  );
  if (position === null) return 'left';
  return before === null ? 'scheduled' : 'requeued';
}
