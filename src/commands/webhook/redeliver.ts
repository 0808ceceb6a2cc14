import { type WebhookDeliveryEvent, webhookDelivery } from '../../events/webhookDelivery.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { notFound } from '../kernel/refusal.ts';
import { evolveDelivery, type WebhookDeliveryState } from './webhookDeliveryState.ts';
import { webhookEndpointWithId } from './webhookEndpoints.ts';

/**
 * An operator requests a delivery again: a dead or delivered one, or a pending one that was tried before. A delivery that was
 * never tried is due anyway, so nothing is appended.
 */
export const redeliveryDecider: Decider<
  WebhookDeliveryState | null,
  { readonly do: 'requeue' },
  WebhookDeliveryEvent
> = {
  initial: null,
  evolve: evolveDelivery,
  decide: (_, state) => {
    if (state === null) throw notFound('There is no such webhook delivery.');
    if (state.status === 'pending' && state.failedAttempts === 0) return [];
    return [{ type: 'WebhookDeliveryRequeued', data: { endpointId: state.endpointId, was: state.status } }];
  },
};

/** `off`: its endpoint is, so nothing would be posted, and after 72 hours off it would only die again. */
export type Redelivered = 'due' | 'due already' | 'off';

/**
 * Makes a delivery due at once, with the full number of attempts, where its endpoint is on.
 * @throws Refusal `notFound` when the workspace has no such delivery
 */
export async function redeliver(ledger: Ledger, origin: Origin, deliveryId: string): Promise<Redelivered> {
  const { store } = ledger;
  const [scheduled] = await webhookDelivery.read(store, deliveryId, { limit: 1 });
  if (scheduled?.type !== 'WebhookDeliveryScheduled' || scheduled.metadata.workspace !== origin.workspace)
    throw notFound('There is no such webhook delivery.');
  const endpoint = await webhookEndpointWithId(store, origin.workspace, scheduled.data.endpointId);
  if (endpoint?.status === 'DISABLED') return 'off';
  const stream = webhookDelivery.stream(deliveryId);
  const { position } = await handle(ledger, origin, stream, redeliveryDecider, { do: 'requeue' });
  return position === null ? 'due already' : 'due';
}
