import type { Chance } from '../chance.ts';
import { DNS_CHANGES, type DnsChange, type Plan } from '../plan.ts';
import type { People } from './planOf.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Changes an hour, about. */
const AN_HOUR = 5;
/** So many plans of one have their mail go to the recipients' own servers. */
const BY_MX = 0.4;

/** How mail leaves, and where it goes to the recipients' own servers how their DNS changes and fails meanwhile. */
export function names(
  chance: Chance,
  { mailDomains, lastsMs }: Pick<People, 'mailDomains'> & { readonly lastsMs: number },
): { readonly route: Plan['route']; readonly changes: readonly DnsChange[] } {
  const [first, ...others] = mailDomains.map(({ domain }) => domain);
  if (first === undefined || !chance.is(BY_MX)) return { route: 'relay', changes: [] };
  const changes = Array.from(
    { length: Math.ceil((AN_HOUR * lastsMs) / HOUR_MS) },
    (): DnsChange => ({
      ...{ of: 'names', atMs: chance.between(0.02, 0.9) * lastsMs },
      // Most mail goes to the first.
      domain: chance.is(0.5) ? first : chance.of([first, ...others]),
      do: chance.of(DNS_CHANGES),
      lastsMs: chance.of([MINUTE_MS / 2, 5 * MINUTE_MS, 30 * MINUTE_MS]) * chance.between(0.5, 1),
    }),
  );
  return { route: 'mx', changes };
}
