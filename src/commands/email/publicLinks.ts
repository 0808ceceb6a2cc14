import type { Tokens } from '../../ports/tokens.ts';
import { type DeliveryRef, deliveryLocalPart, deliveryToken } from './deliveryToken.ts';

/** Where recipients reach the service: what stands before each token. */
export const PUBLIC_PATHS = { unsubscribe: '/u/', open: '/o/', click: '/c/' } as const;

/** The addresses that a recipient's copy of a message holds. Each names its delivery, and is signed. */
export interface PublicLinks {
  /** What all of them begin with. */
  readonly base: string;
  unsubscribe(ref: DeliveryRef): string;
  /** The address to which a mail unsubscribes; null where no mail is taken in. */
  unsubscribeAddress(ref: DeliveryRef): string | null;
  open(ref: DeliveryRef): string;
  /** Leads on to the target. */
  click(ref: DeliveryRef, target: string): string;
}

/**
 * @param base an address of the web with or without a slash at its end; nothing of it needs escaping in HTML
 * @param mailDomain the domain whose mail the service takes in; null: none
 */
export function publicLinks(tokens: Tokens, base: string, mailDomain: string | null = null): PublicLinks {
  const root = base.replace(/\/+$/, '');
  return {
    base: root,
    unsubscribe: (ref) => `${root}${PUBLIC_PATHS.unsubscribe}${deliveryToken(tokens, 'unsubscribe', ref)}`,
    unsubscribeAddress: (ref) =>
      mailDomain === null ? null : `${deliveryLocalPart(tokens, ref, 'unsubscribe')}@${mailDomain}`,
    open: (ref) => `${root}${PUBLIC_PATHS.open}${deliveryToken(tokens, 'open', ref)}`,
    click: (ref, target) => `${root}${PUBLIC_PATHS.click}${deliveryToken(tokens, 'click', ref, target)}`,
  };
}
