import { domainToASCII } from 'node:url';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);
/** RFC 1035, section 2.3.4, less what is put before it: a selector, `_domainkey` and two dots. */
const DOMAIN_MAX = 253 - 63 - '._domainkey.'.length;

/** A domain as the ledger names it: in lower case and ASCII, without a dot at its end. Null when it is none. */
export function senderDomainName(text: string): string | null {
  const name = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  return name.length <= DOMAIN_MAX && DOMAIN.test(name) ? name : null;
}

/** The domain and those above it, but the topmost: a key of each may sign for it, and DMARC's relaxed mode takes it. */
export function domainAndParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
