import { html } from 'hono/html';
import {
  type CheckedRecord,
  checkedRecords,
  type DomainRecord,
  senderDomainRecords,
} from '../../commands/workspace/senderDomainRecords.ts';
import { type SenderDomain, senderDomainsOf, signingKeysOf } from '../../commands/workspace/senderDomains.ts';
import { instant } from '../../ports/clock.ts';
import { DnsUnavailable } from '../../ports/dnsRecords.ts';
import { keptFor } from '../../queues/keptFor.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { type Columns, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../links.ts';
import { type Html, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** DNS is asked for the records of a domain at most so often, however many people look. */
const ASKED_EVERY_MS = 10_000;

const COLUMNS: Columns<DomainRecord> = {
  Purpose: ({ purpose }) => purpose,
  Name: ({ name }) => name,
  Type: ({ type }) => type,
  Value: ({ value }) => html`<code>${value}</code>`,
};

/** One sender domain, with what DNS says of it now. Looking changes nothing: `postledger domains check` does. */
export const domainPages: AddPages = (routes, { ledger, dns, options }) => {
  const asked = keptFor<readonly CheckedRecord[]>(ledger.clock, ASKED_EVERY_MS);
  routes.workspacePage('settings/domains/:domain', 'see', async ({ workspace, params }) => {
    const domain = (await senderDomainsOf(ledger, workspace.id)).find((one) => one.domain === params.domain);
    if (domain === undefined) throw nothingHere(`The workspace has no domain ${params.domain}.`);
    const key = `${workspace.id}/${domain.domain}`;
    const records = asked.of(key, () => checkedRecords(dns, domain, options.bounceDomain));
    const body = html`${verdictOf(domain)}
${await records.then(recordsTable, (error: unknown) => {
  if (error instanceof DnsUnavailable) return html`<p class="warn" role="status">${error.message}.</p>`;
  throw error;
})}
<p class="quiet">As of ${timeOf(instant(ledger.clock.nowMs()))}. The values of SPF and DMARC are examples: others can be right too.
Nothing was changed: postledger domains check ${domain.domain} signs by the keys that DNS has.</p>
<p><a href="${pathIn(workspace, 'settings')}">The workspace</a></p>`;
    return { title: domain.domain, body };
  });
};

const STATES = {
  there: html`<span class="good">there</span>`,
  missing: html`<span class="bad">missing</span>`,
  different: html`<span class="warn">different</span>`,
} as const satisfies Record<CheckedRecord['state'], Html>;

const recordsTable = (records: readonly CheckedRecord[]): Html =>
  tableOf<CheckedRecord>(
    'Records that DNS should have, and has now',
    {
      ...COLUMNS,
      'DNS now': ({ state, isNeeded }) => (isNeeded ? STATES[state] : 'replaced by a newer key'),
      Found: ({ found }) => html`<code>${found.join(' | ')}</code>`,
    },
    records,
  );

function verdictOf(domain: SenderDomain): Html {
  const signing = signingKeysOf(domain).map(({ selector }) => selector);
  return signing.length > 0
    ? html`<p class="good">Verified: its mail is signed by ${signing.join(', ')}.</p>`
    : html`<p class="warn">Not verified: its mail is not signed.</p>`;
}

/** The domains of a workspace with the records that they need. */
export async function domainsOf(
  { ledger, options }: Pick<ConsoleDependencies, 'ledger' | 'options'>,
  { workspace }: WorkspaceVisit,
): Promise<Html> {
  const domains = await senderDomainsOf(ledger, workspace.id);
  const none = html`<p class="quiet">There is no domain: postledger domains add makes keys for one.</p>`;
  return html`<h2>Domains</h2>${domains.length === 0 && none}${domains.map(
    (domain) => html`<h3>${domain.domain}</h3>${verdictOf(domain)}
<p><a href="${pathIn(workspace, `settings/domains/${domain.domain}`)}">What DNS says now</a></p>
${tableOf(`Records of ${domain.domain} in DNS`, COLUMNS, senderDomainRecords(domain, options.bounceDomain))}`,
  )}`;
}
