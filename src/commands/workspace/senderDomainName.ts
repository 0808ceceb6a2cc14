import { domainToASCII } from 'node:url';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);
/** RFC 1035, section 2.3.4, minus the part before the domain: a selector, `_domainkey` and two dots. */
const DOMAIN_MAX = 253 - 63 - '._domainkey.'.length;

/** A domain in the form of the ledger: lower case, ASCII, without a final dot. Null when the text is not a domain. */
export function senderDomainName(text: string): string | null {
  const name = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  return name.length <= DOMAIN_MAX && DOMAIN.test(name) ? name : null;
}

/** The domain and its parents, without the top-level domain: DMARC's relaxed mode accepts a signature of each. */
export function domainAndParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
