import {
  type WebhookDeliveryEvent,
  webhookDelivery,
  webhookDeliveryIdOf,
} from '../../events/webhookDelivery.ts';
import { decideOn } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { redeliveryDecider } from './redeliver.ts';

/** An event to deliver to an endpoint, whether or not it was scheduled before. */
export type EventToRedeliver = Extract<WebhookDeliveryEvent, { type: 'WebhookDeliveryScheduled' }>['data'];

/** `scheduled`: the endpoint had no such delivery; `left`: it is due already, excluded by `state`, or done by an earlier start of the run. */
export type RedeliveredAs = 'scheduled' | 'requeued' | 'left';

/**
 * Makes one event due at one endpoint, with the full number of attempts. A run over many events has one
 * `origin.correlation`: under it each event is made due once, even when the run is started again.
 * @param state `dead`: an existing delivery is changed only when it is dead
 * @throws AppendTooLarge for an event that does not fit with the JSON of a delivery around it
 */
export async function redeliverEvent(
  ledger: Ledger,
  origin: Origin,
  data: EventToRedeliver,
  state: 'dead' | 'all',
): Promise<RedeliveredAs> {
  const deliveryId = webhookDeliveryIdOf(data.eventId, data.endpointId);
  // Under an id that is always the same the log would answer a second run as if it had scheduled it.
  const scheduled = { type: 'WebhookDeliveryScheduled' as const, data };
  const stream = webhookDelivery.stream(deliveryId);
  const { before, position } = await decideOn(
    ledger,
    origin,
    stream,
    redeliveryDecider,
    async ({ state: delivery }): Promise<readonly WebhookDeliveryEvent[]> => {
      if (delivery === null) return [scheduled];
      // All of its events, as others may have made it due since this run did.
      const events = await ledger.store.readStream(stream);
      if (events.some(({ metadata }) => metadata.correlation === origin.correlation)) return [];
      if (state === 'dead' && delivery.status !== 'dead') return [];
      return redeliveryDecider.decide({ do: 'requeue' }, delivery);
    },
  );
  if (position === null) return 'left';
  return before === null ? 'scheduled' : 'requeued';
}
