import { deliveryOfId } from '../commands/email/deliveryId.ts';
import type { DeliveryReport } from '../commands/email/deliveryReport.ts';
import { type DeliveryRef, deliveryOfLocalPart, emailIdOfMessage } from '../commands/email/deliveryToken.ts';
import type { Tokens } from '../ports/tokens.ts';

/** A delivery that a report may be about. */
export type Match = Pick<DeliveryReport, 'emailId' | 'recipient'>;

/** The local part of a bounce address: its 35 bytes as base32. */
const TOKEN_LIKE = /^[a-z2-7]{56}$/i;

export function localPartOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at);
}

/** Whether a local part looks like a token of this service's, genuine or not. */
export function isTokenLike(localPart: string): boolean {
  return TOKEN_LIKE.test(localPart);
}

/** The delivery of a bounce or unsubscribe address; null when this service did not give it out. */
export function deliveryOfAddress(
  tokens: Tokens,
  address: string,
  use: 'bounce' | 'unsubscribe' = 'bounce',
): Match | null {
  const localPart = localPartOf(address);
  return isTokenLike(localPart) ? matchOf(deliveryOfLocalPart(tokens, localPart, use)) : null;
}

/** The delivery that the first `X-Postledger-Id` of this service among the ids names; null when there is none. */
export function deliveryOfIds(tokens: Tokens, ids: readonly string[]): Match | null {
  return matchOf(ids.map((id) => deliveryOfId(tokens, id)).find((ref) => ref !== null) ?? null);
}

const matchOf = (ref: DeliveryRef | null): Match | null =>
  ref === null ? null : { emailId: ref.emailId, recipient: { place: ref.recipient } };

/** Whether the service gave out the address, for bounces or for unsubscribing. */
export function isSignedAddress(tokens: Tokens, address: string): boolean {
  return (['bounce', 'unsubscribe'] as const).some((use) => deliveryOfAddress(tokens, address, use) !== null);
}

const MAX_MATCHES = 20;

/**
 * The deliveries that a report without a token may be about: by the message's id, which is in the local part of its
 * Message-ID with this service's tag, and each of the addresses; where none is a recipient's, the message's only recipient.
 */
export function matchesByMessageId(
  tokens: Tokens,
  messageIds: readonly string[],
  addresses: readonly string[],
): readonly Match[] {
  const known = messageIds.map((id) => emailIdOfMessage(tokens, localPartOf(id)));
  return [...new Set(known.filter((emailId) => emailId !== null))]
    .flatMap((emailId): Match[] => [
      ...addresses.map((address) => ({ emailId, recipient: { address } })),
      { emailId, recipient: 'only' },
    ])
    .slice(0, MAX_MATCHES);
}
