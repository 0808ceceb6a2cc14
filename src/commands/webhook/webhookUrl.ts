import { isIP } from 'node:net';
import type { Ports } from '../../ports/ports.ts';

/** Longest url, in characters: enough for any receiver, and an event stays small. */
export const MAX_WEBHOOK_URL_LENGTH = 2_048;

/** What is needed to check a url: name resolution, and the rule for allowed addresses. */
export type UrlCheckDependencies = Pick<Ports, 'resolver' | 'addressAllowed'>;

/** The same sentence for every unreachable host: it must not reveal which names of a private network resolve. */
const NOT_REACHABLE = 'must name a host that resolves, and to public addresses only';

/**
 * Host of a url for a socket: an address without brackets, or a name in lower case without its final dot. The URL parser
 * has already converted every spelling of an IPv4 address (decimal, octal, hex, short) to dotted decimals.
 */
function socketHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The fault in the form of a webhook url; null when there is none. Makes no look-up. */
export function webhookUrlFault(text: string): string | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return `must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
  // The URL parser drops tabs and line breaks and converts backslashes: then another url would be checked than was given.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return 'must be a URI of printable ASCII characters without spaces';
  if (!/^https:\/\/[^/]/i.test(text)) return 'must begin with https:// and name a host';
  if (!URL.canParse(text)) return 'must be a valid URI';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(text))
    return 'must not carry a user name or password';
  if (url.port === '0') return 'must not use port 0';
  const host = socketHost(url);
  if (host === '' || host.includes('..')) return 'must name a host';
  return null;
}

/**
 * Why a webhook url can't be used; null when it can: a fault in its form, a name that does not resolve, or an address that
 * is not public (spec section 6 rule 6). The text names no address, so that it reveals nothing about a private network.
 */
export async function webhookUrlRefusal(
  text: string,
  { resolver, addressAllowed }: UrlCheckDependencies,
): Promise<string | null> {
  const fault = webhookUrlFault(text);
  if (fault !== null) return fault;
  const host = socketHost(new URL(text));
  const addresses = isIP(host) !== 0 ? [host] : await resolver.resolve(host).catch(() => []);
  return addresses.length > 0 && addresses.every(addressAllowed) ? null : NOT_REACHABLE;
}
