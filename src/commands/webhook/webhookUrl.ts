import { isIP } from 'node:net';
import type { Resolver } from '../../ports/resolver.ts';

/** Characters of a url at most: enough for any receiver, and an event stays small. */
export const MAX_WEBHOOK_URL_LENGTH = 2_048;

/** What a url must be checked with: names to addresses, and which addresses may be spoken to. */
export interface Reachability {
  readonly resolver: Resolver;
  readonly addressAllowed: (address: string) => boolean;
}

/** One sentence for every host that is not reachable: which names of a private network resolve is not told. */
const NOT_REACHABLE = 'must name a host that resolves, and to public addresses only';

/**
 * Host of a url as sockets know it: an address without brackets, or a name in lower case without its root dot.
 * The URL standard has already turned every spelling of an IPv4 address (decimal, octal, hex, short) into dots.
 */
function socketHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** What is wrong with the form of a webhook url, null when nothing is; asks nobody. */
export function webhookUrlFault(text: string): string | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return `must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
  // The URL parser drops tabs and line breaks and turns backslashes; what is checked must be what is meant.
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
 * What keeps a webhook url from being used, null when nothing does: its form, a name that does not resolve,
 * or any address that is not public (spec section 6 rule 6). Names no address: a private network stays unseen.
 */
export async function webhookUrlRefusal(
  text: string,
  { resolver, addressAllowed }: Reachability,
): Promise<string | null> {
  const fault = webhookUrlFault(text);
  if (fault !== null) return fault;
  const host = socketHost(new URL(text));
  const addresses = isIP(host) !== 0 ? [host] : await resolver.resolve(host).catch(() => []);
  return addresses.length > 0 && addresses.every(addressAllowed) ? null : NOT_REACHABLE;
}
