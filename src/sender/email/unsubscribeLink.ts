import type { DeliveryRef } from '../../commands/email/deliveryToken.ts';
import { PUBLIC_PATHS, type PublicLinks } from '../../commands/email/publicLinks.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';

/**
 * `unsubscribe_url`: the variable of a template, and the placeholder in the text of a broadcast message, which becomes
 * each recipient's own link, the same as in its List-Unsubscribe header. A message is rendered once for all its
 * recipients, so a stand-in is put there first, in place of the token alone: a template may encode the text around it.
 */
export const UNSUBSCRIBE_VARIABLE = 'unsubscribe_url';

/** Letters and digits, so that no filter and no escaping changes it; too long to occur by chance. */
const STAND_IN = 'UnsubscribeTokenOfTheRecipient5b0c9e1f7a2d4836';
const PLACEHOLDER = /\{\{-?[ \t]*unsubscribe_url[ \t]*-?\}\}/g;

/** The stand-in for the link; null where a message has none: no one unsubscribes from transactional mail. */
export function linkStandIn(
  { messageStream }: Pick<EmailAccepted, 'messageStream'>,
  links: PublicLinks | undefined,
): string | null {
  if (messageStream !== 'broadcast' || links === undefined) return null;
  return `${links.base}${PUBLIC_PATHS.unsubscribe}${STAND_IN}`;
}

/** The text with the stand-in in place of the placeholder; unchanged where there is no link. */
export function withStandIn(words: string, standIn: string | null): string {
  return standIn === null ? words : words.replace(PLACEHOLDER, standIn);
}

export function holdsStandIn(words: string | null): boolean {
  return words?.includes(STAND_IN) === true;
}

/** The link belongs to one recipient, and a subject to all of them. */
export function withoutStandIn(words: string, standIn: string | null): string {
  return standIn === null ? words : words.replaceAll(standIn, '').replaceAll(STAND_IN, '');
}

/** Puts the recipient's own token in. */
export function ownLink(links: PublicLinks, ref: DeliveryRef): (words: string) => string {
  const link = links.unsubscribe(ref);
  const token = link.slice(link.lastIndexOf('/') + 1);
  return (words) => words.replaceAll(STAND_IN, token);
}
