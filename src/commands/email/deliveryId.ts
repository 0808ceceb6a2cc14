import { DELIVERY_ID_FIELD } from '../../events/headerNames.ts';
import type { Tokens } from '../../ports/tokens.ts';
import { type DeliveryRef, deliveryLocalPart, deliveryOfLocalPart } from './deliveryToken.ts';

/**
 * The field `X-Postledger-Id`, by name and value, which every mail of the service carries: it names the message and the
 * recipient. It is a tag and no secret: everyone who has the mail, or its header, can repeat it.
 */
export function deliveryIdField(tokens: Tokens, ref: DeliveryRef): readonly [name: string, value: string] {
  return [DELIVERY_ID_FIELD, deliveryLocalPart(tokens, ref, 'delivery')];
}

/** The delivery that a value of the field names; null when this service did not make it. Letter case is ignored. */
export function deliveryOfId(tokens: Tokens, value: string): DeliveryRef | null {
  return deliveryOfLocalPart(tokens, value.trim(), 'delivery');
}
