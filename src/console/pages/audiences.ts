import { html } from 'hono/html';
import type { Stored } from '../../ports/documents.ts';
import { listAudiences } from '../../projections/audiences.ts';
import { listCampaigns } from '../../projections/campaigns.ts';
import { contactPage } from '../../projections/contacts.ts';
import type { ReadModels } from '../../projections/readModels.ts';
import { addressWith, emptyPage, foreign, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { addressLink } from '../links.ts';
import { audienceNames, idOf, named } from '../names.ts';
import { type Html, NOTHING } from '../page.ts';
import { matches, partForm } from '../parts.ts';
import { placeIn, placeText } from '../places.ts';
import type { AddPages, ConsoleRoutes } from '../routes.ts';

const SHOWN = 100;

const NO_CAMPAIGNS = emptyPage(
  'A campaign sends a template to every contact of an audience who is subscribed and not suppressed. It is begun by a call:',
  `curl "$URL/v1/campaigns" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"name": "March", "audience_id": "$AUDIENCE_ID", "template_id": "$TEMPLATE_ID", "from": "news@example.org"}'`,
);
const NO_AUDIENCES = emptyPage(
  'An audience is a list of contacts. It is made by a call:',
  `curl "$URL/v1/audiences" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"name": "Customers", "contact_ids": ["$CONTACT_ID"]}'`,
);

/** Campaigns with their progress, audiences, and contacts. */
export const audiencePages: AddPages = (routes, { models }) => {
  routes.workspacePage('campaigns', 'see', async ({ workspace }) => {
    const shown = await first(listCampaigns(models.campaigns, workspace.id));
    const names = await audienceNames(
      models,
      shown.map(({ document }) => document.audienceId),
    );
    const body = html`${tableOf(
      `Campaigns, the newest ${SHOWN}`,
      [
        {
          heading: 'Name',
          of: ({ key, document }) =>
            html`<a href="${pathIn(workspace, `campaigns/${key}`)}">${foreign(document.name)}</a> ${idOf(key, document.name)}`,
        },
        { heading: 'Created', of: ({ document }) => timeOf(document.createdAt) },
        { heading: 'Planned for', of: ({ document }) => timeOf(document.scheduledFor) },
        { heading: 'Audience', of: ({ document }) => named(names, document.audienceId) },
        { heading: 'State', of: ({ document }) => document.status },
        { heading: 'Accepted', isNumber: true, of: ({ document }) => document.accepted },
        { heading: 'Left out', isNumber: true, of: ({ document }) => document.skipped },
      ],
      shown,
      NO_CAMPAIGNS,
    )}
<p class="quiet">Figures of campaigns next to each other are <a href="${pathIn(workspace, 'figures/by/campaign')}">here</a>.</p>
<h2>Audiences</h2>
${tableOf(
  `Audiences, the newest ${SHOWN}`,
  [
    {
      heading: 'Name',
      of: ({ key, document }) => html`${foreign(document.name)} ${idOf(key, document.name)}`,
    },
    { heading: 'Description', of: ({ document }) => document.description },
    { heading: 'Contacts', isNumber: true, of: ({ document }) => document.contactCount },
    { heading: 'Created', of: ({ document }) => timeOf(document.createdAt) },
  ],
  await first(listAudiences(models.audiences, workspace.id)),
  NO_AUDIENCES,
)}`;
    return { title: 'Campaigns and audiences', body };
  });

  contactList(routes, models);
};

function contactList(routes: ConsoleRoutes, models: ReadModels): void {
  routes.workspacePage('contacts', 'contents', async (visit) => {
    const { workspace, query } = visit;
    const { values: [insertedAt] = [], key: contactId = '' } =
      (query.find ? null : placeIn(query.after, [])) ?? {};
    const after = insertedAt === undefined ? null : { insertedAt: String(insertedAt), contactId };
    const sought = query.find
      ? await matches(models, models.contacts, 'contacts', visit, SHOWN)
      : { shown: await contactPage(models.contacts, workspace.id, SHOWN, after), says: NOTHING, more: null };
    const page = sought.shown;
    const last = page.at(-1);
    const body = html`${partForm(visit, 'Part of an address, name, number or tag')}
${sought.says}
${tableOf(
  `Contacts, the ${query.find ? 'newest' : 'oldest'} first, ${SHOWN} a page`,
  [
    { heading: 'Address', of: ({ document }) => addressLink(workspace, document.email) },
    {
      heading: 'Name',
      of: ({ document }) => [document.firstName, document.lastName].filter(Boolean).join(' '),
    },
    { heading: 'Consent', of: ({ document }) => consentOf(document.subscribed) },
    { heading: 'Tags', of: ({ document }) => document.tags.join(', ') },
    { heading: 'Changed', of: ({ document }) => timeOf(document.updatedAt) },
  ],
  page,
  query.find || query.after ? 'There are no more contacts.' : noContacts(workspace.name),
)}
${sought.more !== null ? sought.more : last === undefined || page.length < SHOWN ? NOTHING : next(addressWith(visit, { after: placeText({ values: [last.document.insertedAt], key: last.key }) }))}`;
    return { title: 'Contacts', body };
  });
}

const noContacts = (name: string): Html =>
  emptyPage(
    'Contacts are those to whom campaigns go, each known by the address. They come by calls or from another provider:',
    `postledger import contacts subscribed.csv --workspace ${name}`,
  );

const next = (href: string): Html => html`<p><a href="${href}" rel="next">Newer ones</a></p>`;

const consentOf = (subscribed: boolean | null): string =>
  subscribed === null ? 'unknown' : subscribed ? 'subscribed' : 'unsubscribed';

async function first<Document>(
  pages: AsyncIterable<readonly Stored<Document>[]>,
): Promise<readonly Stored<Document>[]> {
  for await (const page of pages) return page.slice(0, SHOWN);
  return [];
}
