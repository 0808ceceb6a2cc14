import type { Tokens } from '../../ports/tokens.ts';
import { type DeliveryRef, deliveryLocalPart, deliveryToken } from './deliveryToken.ts';

/** Paths for recipients: the part before the token. */
export const PUBLIC_PATHS = { unsubscribe: '/u/', open: '/o/', click: '/c/' } as const;

/** The links in a recipient's copy of a message. Each names its delivery, and is signed. */
export interface PublicLinks {
  /** The common start of all links. */
  readonly base: string;
  unsubscribe(ref: DeliveryRef): string;
  /** The address for unsubscribing by mail; null when the service receives no mail. */
  unsubscribeAddress(ref: DeliveryRef): string | null;
  open(ref: DeliveryRef): string;
  /** Redirects to the target. */
  click(ref: DeliveryRef, target: string): string;
}

/**
 * @param base a URL without a slash at its end, and without characters that need escaping in HTML
 * @param mailDomain the domain for which the service receives mail; null: none
 */
export function publicLinks(tokens: Tokens, base: string, mailDomain: string | null = null): PublicLinks {
  return {
    base,
    unsubscribe: (ref) => `${base}${PUBLIC_PATHS.unsubscribe}${deliveryToken(tokens, 'unsubscribe', ref)}`,
    unsubscribeAddress: (ref) =>
      mailDomain === null ? null : `${deliveryLocalPart(tokens, ref, 'unsubscribe')}@${mailDomain}`,
    open: (ref) => `${base}${PUBLIC_PATHS.open}${deliveryToken(tokens, 'open', ref)}`,
    click: (ref, target) => `${base}${PUBLIC_PATHS.click}${deliveryToken(tokens, 'click', ref, target)}`,
  };
}
