import { html } from 'hono/html';
import { isEmailAddress } from '../../commands/email/emailAddress.ts';
import { decideSuppression } from '../../commands/email/suppress.ts';
import { contactIdOf } from '../../events/contact.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { emptyPage, factsOf, field, partOf, tableOf, timeOf } from '../elements.ts';
import { addressLink, addressPath, pathIn } from '../links.ts';
import { nextLink, placeAfter, placeFrom } from '../lists.ts';
import { ConsoleFault, type Done, type Html, type WorkspaceVisit, whenShown } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { suppressionAt, suppressionForm } from '../suppressed.ts';
import { consentOf } from './audiences.ts';
import { foundMessages } from './messages.ts';

const SHOWN = 100;

/** One recipient: suppressed since when and why, contact and consent, messages; what is suppressed as a list. */
export const addressPages: AddPages = (routes, dependencies) => {
  const { models, live, ledger, startUp } = dependencies;
  routes.workspacePage('addresses', 'see', async (visit) => {
    const { workspace, query } = visit;
    const after = placeFrom(query.after, [workspace.id]);
    const shown = await models.suppressions.page({
      ...{ index: 'byWorkspace', equals: [workspace.id], descending: true, limit: SHOWN },
      ...(after && { after }),
    });
    const next = placeAfter(shown, SHOWN, ({ suppressedAt }) => [workspace.id, suppressedAt]);
    const body = html`<form class="row" method="get" action="${pathIn(workspace, 'addresses/find')}">
${field('Address of a recipient', 'address', html`type="search" required`)}<button class="main">Show</button></form>
<h2>Suppressed addresses</h2>
${tableOf(
  `The newest first, ${SHOWN} a page`,
  {
    Address: ({ document: { address } }) =>
      address === null ? 'no longer known' : addressLink(workspace, address),
    Why: ({ document: { reason, detail } }) => (detail === null ? reason : `${reason}: ${detail}`),
    Since: ({ document }) => timeOf(document.suppressedAt),
  },
  shown,
  query.after ? 'No others are suppressed.' : noneSuppressed(workspace),
)}
${nextLink(visit, next)}`;
    return { title: 'Recipients', body };
  });
  routes.workspacePage('addresses/find', 'see', async (visit) => {
    const address = addressIn(visit.query);
    const { workspace } = visit;
    const id = suppressionIdOf(ledger.ids, workspace.id, address);
    const body = html`${await partOf('Whether the address is suppressed', async () => {
      const suppressed = (await models.suppressions.get(id))?.document ?? null;
      const evidence = await models.addressEvidence.get(id);
      return html`${suppressed === null ? html`<p class="good">The address is sent to.</p>` : suppressionAt(visit, suppressed)}
${suppressionForm(visit, address, suppressed !== null)}
${evidence && html`<p class="quiet">Reports without proof about this address are kept in the log.</p>`}`;
    })}
${await partOf('The contact', () => contactOf(models, contactIdOf(ledger.ids, workspace.id, address)))}
<h2>Messages</h2>
${await partOf('Messages', () => foundMessages(dependencies, visit, { to: address }))}`;
    return { title: address, body };
  });
  /** Does it, and waits until the page shows it. What is so already changes no document, and is not decided again. */
  const decide = async (
    { workspace, origin, form }: WorkspaceVisit,
    what: 'add' | 'remove',
  ): Promise<Done> => {
    const address = addressIn(form);
    // What an older release has suppressed can be lifted whatever it is.
    if (what === 'add' && !isEmailAddress(address)) throw noAddress();
    const reason = reasonIn(form);
    if (!startUp.takesSends)
      throw new ConsoleFault(
        503,
        'The service has just started and still reads who is suppressed. Nothing was done: try again in a moment.',
      );
    const id = suppressionIdOf(ledger.ids, workspace.id, address);
    const to = addressPath(workspace, address);
    const before = (await live.suppressionOf(id))?.reason;
    const state = what === 'add' ? 'suppressed' : 'sent to';
    // An unsubscription can be undone by the recipient, what an operator decides can not.
    if (what === 'add' ? before !== undefined && before !== 'unsubscribe' : before === undefined)
      return { to, says: `${address} is ${state} already. Nothing was done.` };
    const position = await decideSuppression(ledger, origin, { do: what, address, reason });
    const says = `${address} is ${state}${what === 'add' ? '' : ' again'}.`;
    return whenShown({ to, says }, models.suppressions, id, position, ledger.clock);
  };
  routes.workspaceAct('addresses/suppress', 'suppress', (visit) => decide(visit, 'add'));
  routes.workspaceAct('addresses/lift', 'suppress', (visit) => decide(visit, 'remove'));
};

const noneSuppressed = ({ name }: WorkspaceVisit['workspace']): Html =>
  emptyPage(
    'No address is suppressed. One that bounced for good, complained or unsubscribed is sent nothing more, and is listed here. Those of another provider are taken over by:',
    `postledger import suppressions bounces.csv --workspace ${name}`,
  );

const noAddress = () => new ConsoleFault(400, 'address: write one email address, such as ann@example.org.');

function addressIn({ address = '' }: Readonly<Record<string, string>>): string {
  const trimmed = address.trim();
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed) || trimmed.length > 320) throw noAddress();
  return trimmed;
}

function reasonIn({ reason = '' }: Readonly<Record<string, string>>): string {
  const trimmed = reason.trim();
  if (!/^\P{Cc}+$/u.test(trimmed) || [...trimmed].length > 500)
    throw new ConsoleFault(400, 'reason: write one line of 1 to 500 characters.');
  return trimmed;
}

async function contactOf({ contacts }: ConsoleDependencies['models'], contactId: string): Promise<Html> {
  const contact = (await contacts.get(contactId))?.document ?? null;
  if (contact === null) return html`<p class="quiet">The address is no contact of the workspace.</p>`;
  const { firstName, lastName, subscribed, tags, createdAt, updatedAt } = contact;
  return html`<h2>Contact</h2>${factsOf({
    Name: [firstName, lastName].filter(Boolean).join(' '),
    Consent: consentOf(subscribed),
    Tags: tags.join(', '),
    Created: timeOf(createdAt),
    Changed: timeOf(updatedAt),
  })}`;
}
