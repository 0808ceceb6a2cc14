import { email } from '../../events/email.ts';
import { sms } from '../../events/sms.ts';
import { webhookDeliveryIdOf } from '../../events/webhookDelivery.ts';
import type { Collection, Stored } from '../../ports/documents.ts';
import {
  type DeliveryFilter,
  newestDeliveries,
  type WebhookDeliveryDocument,
} from '../../projections/webhookDeliveries.ts';
import { listWebhookEndpoints } from '../../projections/webhookEndpoints.ts';
import type { LedgerCall } from '../cli.ts';

/** Documents read at once. */
const PAGE = 500;

export interface WantedDeliveries extends DeliveryFilter {
  /** Id of the message that the event is about. */
  readonly messageId?: string;
}

type Delivery = Stored<WebhookDeliveryDocument>;
type Found = { readonly found: readonly Delivery[]; readonly more: boolean };

/** The newest `limit` deliveries, newest first, and whether there are more. */
export async function deliveriesFound(
  call: Pick<LedgerCall, 'ledger' | 'readModel'>,
  wanted: WantedDeliveries,
  limit: number,
): Promise<Found> {
  const deliveries = await call.readModel('webhookDeliveries');
  const { messageId, ...filter } = wanted;
  if (messageId === undefined) return newestDeliveries(deliveries, filter, limit);
  const found: Delivery[] = [];
  for await (const delivery of ofMessage(call, deliveries, filter, messageId)) found.push(delivery);
  found.sort((one, other) => (one.document.scheduledAt < other.document.scheduledAt ? 1 : -1));
  return { found: found.slice(0, limit), more: found.length > limit };
}

/** Deliveries are named after event and endpoint, so those of a message are found without an index. */
async function* ofMessage(
  { ledger, readModel }: Pick<LedgerCall, 'ledger' | 'readModel'>,
  deliveries: Collection<WebhookDeliveryDocument>,
  { workspace, endpointId, status, kind, since = '', until = '~' }: DeliveryFilter,
  messageId: string,
): AsyncIterable<Delivery> {
  const events = await Promise.all([email.read(ledger.store, messageId), sms.read(ledger.store, messageId)]);
  const eventIds = events.flat().map(({ id }) => id);
  const endpointIds: string[] = [];
  for await (const { key } of listWebhookEndpoints(await readModel('webhookEndpoints'), workspace))
    endpointIds.push(key);
  for (const one of endpointId === undefined ? endpointIds : [endpointId]) {
    for (let at = 0; at < eventIds.length; at += PAGE) {
      const keys = eventIds.slice(at, at + PAGE).map((eventId) => webhookDeliveryIdOf(eventId, one));
      for (const delivery of (await deliveries.getMany(keys)).values()) {
        const { document } = delivery;
        const isWanted =
          document.workspace === workspace &&
          (status ?? document.status) === document.status &&
          (kind ?? document.kind) === document.kind;
        if (isWanted && document.scheduledAt >= since && document.scheduledAt <= until) yield delivery;
      }
    }
  }
}
