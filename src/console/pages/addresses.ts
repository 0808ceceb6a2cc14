import { html } from 'hono/html';
import { decideSuppression } from '../../commands/email/suppress.ts';
import { contactIdOf } from '../../events/contact.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { listSuppressions, type SuppressionDocument } from '../../projections/suppressions.ts';
import { awaitDocument } from '../../runtime/fold/awaitDocument.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { actForm, factsOf, field, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { addressLink, addressPath } from '../links.ts';
import { ConsoleFault, type Html, NOTHING, type WorkspaceVisit } from '../page.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';
import { foundMessages } from './messages.ts';

const SHOWN = 200;

/** One recipient: suppressed since when and why, contact and consent, messages; what is suppressed as a list. */
export const addressPages: AddPages = (routes, { models, ledger }) => {
  routes.workspacePage('addresses', 'see', async ({ workspace }) => {
    const shown: SuppressionDocument[] = [];
    for await (const one of listSuppressions(models.suppressions, workspace.id)) {
      shown.push(one);
      if (shown.length >= SHOWN) break;
    }
    const body = html`<form class="row" method="get" action="${pathIn(workspace, 'addresses/find')}">
${field('Address of a recipient', 'address', html`type="search" required`)}<button class="main">Show</button></form>
<h2>Suppressed addresses</h2>
${tableOf(
  `The first ${SHOWN}, the oldest first`,
  [
    { heading: 'Address', of: ({ address }) => addressLink(workspace, address) },
    { heading: 'Why', of: ({ reason, detail }) => (detail === null ? reason : `${reason}: ${detail}`) },
    { heading: 'Since', of: ({ suppressedAt }) => timeOf(suppressedAt) },
  ],
  shown,
  'No address is suppressed.',
)}`;
    return { title: 'Addresses', body };
  });
  routes.workspacePage('addresses/find', 'see', async (visit) => {
    const address = addressIn(visit.query);
    const { workspace } = visit;
    const id = suppressionIdOf(workspace.id, address);
    const suppressed = (await models.suppressions.get(id))?.document ?? null;
    const evidence = (await models.addressEvidence.get(id))?.document ?? null;
    const body = html`${suppressed === null ? html`<p class="good">The address is sent to.</p>` : suppressionOf(suppressed)}
${suppressionForm(visit, address, suppressed !== null)}
${evidence === null ? NOTHING : html`<p class="quiet">Reports without proof about this address are kept in the log.</p>`}
${await contactOf(models, visit, address)}
<h2>Messages</h2>
${await foundMessages(models, visit, { to: address })}`;
    return { title: address, body };
  });
  routes.workspaceAct('addresses/suppress', 'suppress', async ({ workspace, origin, form }) => {
    const address = addressIn(form);
    const reason = reasonIn(form);
    const position = await decideSuppression(ledger, origin, { do: 'add', address, reason });
    await awaitDocument(models.suppressions, suppressionIdOf(workspace.id, address), position, ledger.clock);
    return { to: addressPath(workspace, address), says: `${address} is suppressed.` };
  });
  routes.workspaceAct('addresses/lift', 'suppress', async ({ workspace, origin, form }) => {
    const address = addressIn(form);
    const position = await decideSuppression(ledger, origin, { do: 'remove', address });
    await awaitDocument(models.suppressions, suppressionIdOf(workspace.id, address), position, ledger.clock);
    return { to: addressPath(workspace, address), says: `${address} is sent to again.` };
  });
};

function addressIn({ address = '' }: Readonly<Record<string, string>>): string {
  const trimmed = address.trim();
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed) || trimmed.length > 320)
    throw new ConsoleFault(400, 'address: write one email address, such as ann@example.org.');
  return trimmed;
}

function reasonIn({ reason = '' }: Readonly<Record<string, string>>): string {
  const trimmed = reason.trim();
  if (!/^\P{Cc}+$/u.test(trimmed) || [...trimmed].length > 500)
    throw new ConsoleFault(400, 'reason: write one line of 1 to 500 characters.');
  return trimmed;
}

const suppressionOf = ({ reason, detail, suppressedAt }: SuppressionDocument): Html =>
  html`<p class="bad">The address is suppressed: nothing is sent to it.</p>${factsOf({
    Why: reason,
    Detail: detail,
    Since: timeOf(suppressedAt),
  })}`;

function suppressionForm(visit: WorkspaceVisit, address: string, isSuppressed: boolean): Html {
  if (!may(visit.session, 'suppress')) return NOTHING;
  const { workspace } = visit;
  if (isSuppressed)
    return actForm(visit, pathIn(workspace, 'addresses/lift'), 'Send to it again', { address });
  return actForm(
    visit,
    pathIn(workspace, 'addresses/suppress'),
    'Suppress it',
    { address },
    field('Reason, for the readers of the log', 'reason', html`required maxlength="500"`),
  );
}

async function contactOf(
  { contacts }: ConsoleDependencies['models'],
  { workspace }: WorkspaceVisit,
  address: string,
): Promise<Html> {
  const contact = (await contacts.get(contactIdOf(workspace.id, address)))?.document ?? null;
  if (contact === null) return html`<p class="quiet">The address is no contact of the workspace.</p>`;
  const { firstName, lastName, subscribed, tags, createdAt, updatedAt } = contact;
  return html`<h2>Contact</h2>${factsOf({
    Name: [firstName, lastName].filter((part) => part !== null).join(' '),
    Consent: subscribed === null ? 'not said' : subscribed ? 'subscribed' : 'unsubscribed',
    Tags: tags.join(', '),
    Created: timeOf(createdAt),
    Changed: timeOf(updatedAt),
  })}`;
}
