// src/console/pages/domains.ts
import { html } from "hono/html";
import {
  checkedRecords,
  senderDomainRecords
} from "../../commands/workspace/senderDomainRecords.js";
import { senderDomainsOf, signingKeysOf } from "../../commands/workspace/senderDomains.js";
import { DnsUnavailable } from "../../ports/dnsRecords.js";
import { keptFor } from "../../queues/keptFor.js";
import { tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { NOTHING, nothingHere } from "../page.js";
var ASKED_EVERY_MS = 1e4;
var COLUMNS = [
  { heading: "Purpose", of: ({ purpose }) => purpose },
  { heading: "Name", of: ({ name }) => name },
  { heading: "Type", of: ({ type }) => type },
  { heading: "Value", of: ({ value }) => html`<code>${value}</code>` }
];
var domainPages = (routes, { ledger, dns, options }) => {
  const asked = keptFor(ledger.clock, ASKED_EVERY_MS);
  routes.workspacePage("settings/domains/:domain", "see", async ({ workspace, params }) => {
    const domain = (await senderDomainsOf(ledger, workspace.id)).find((one) => one.domain === params.domain);
    if (domain === void 0) throw nothingHere(`The workspace has no domain ${params.domain}.`);
    const key = `${workspace.id}/${domain.domain}`;
    const records = asked.of(key, () => checkedRecords(dns, domain, options.bounceDomain));
    const body = html`${verdictOf(domain)}
${await records.then(recordsTable, (error) => {
      if (error instanceof DnsUnavailable) return html`<p class="warn" role="status">${error.message}.</p>`;
      throw error;
    })}
<p class="quiet">As of ${timeOf(new Date(ledger.clock.nowMs()).toISOString())}. The values of SPF and DMARC are examples: others can be right too.
Nothing was changed: postledger domains check ${domain.domain} signs by the keys that DNS has.</p>
<p><a href="${pathIn(workspace, "settings")}">The workspace</a></p>`;
    return { title: domain.domain, body };
  });
};
var STATES = {
  there: html`<span class="good">there</span>`,
  missing: html`<span class="bad">missing</span>`,
  different: html`<span class="warn">different</span>`
};
var recordsTable = (records) => tableOf(
  "Records that DNS should have, and has now",
  [
    ...COLUMNS,
    {
      heading: "DNS now",
      of: ({ state, isNeeded }) => isNeeded ? STATES[state] : "replaced by a newer key"
    },
    { heading: "Found", of: ({ found }) => html`<code>${found.join(" | ")}</code>` }
  ],
  records,
  ""
);
function verdictOf(domain) {
  const signing = signingKeysOf(domain).map(({ selector }) => selector);
  return signing.length > 0 ? html`<p class="good">Verified: its mail is signed by ${signing.join(", ")}.</p>` : html`<p class="warn">Not verified: its mail is not signed.</p>`;
}
async function domainsOf({ ledger, options }, { workspace }) {
  const domains = await senderDomainsOf(ledger, workspace.id);
  return html`<h2>Domains</h2>${domains.length === 0 ? html`<p class="quiet">There is no domain: postledger domains add makes keys for one.</p>` : NOTHING}${domains.map(
    (domain) => html`<h3>${domain.domain}</h3>${verdictOf(domain)}
<p><a href="${pathIn(workspace, `settings/domains/${domain.domain}`)}">What DNS says now</a></p>
${tableOf(`Records of ${domain.domain} in DNS`, COLUMNS, senderDomainRecords(domain, options.bounceDomain), "")}`
  )}`;
}
export {
  domainPages,
  domainsOf
};
//# sourceMappingURL=domains.js.map
