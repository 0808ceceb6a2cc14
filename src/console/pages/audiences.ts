import { html } from 'hono/html';
import { listAudiences } from '../../projections/audiences.ts';
import { listCampaigns } from '../../projections/campaigns.ts';
import { contactPage } from '../../projections/contacts.ts';
import { emptyPage, figure, foreign, tableOf, timeOf } from '../elements.ts';
import { addressLink, idOf, named, namesOf, pathIn } from '../links.ts';
import { firstDocuments, matches, nextLink, partForm, placeAfter, placeFrom } from '../lists.ts';
import type { Html } from '../page.ts';
import type { AddPages } from '../routes.ts';

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
    const shown = await firstDocuments(listCampaigns(models.campaigns, workspace.id), SHOWN);
    const audiences = await firstDocuments(listAudiences(models.audiences, workspace.id), SHOWN);
    const audienceIds = shown.map(({ document }) => document.audienceId);
    const names = await namesOf(models, 'audience', audienceIds);
    const body = html`${tableOf<(typeof shown)[number]>(
      `Campaigns, the newest ${SHOWN}`,
      {
        Name: ({ key, document }) =>
          html`<a href="${pathIn(workspace, `campaigns/${key}`)}">${foreign(document.name)}</a> ${idOf(key, document.name)}`,
        Created: ({ document }) => timeOf(document.createdAt),
        'Planned for': ({ document }) => timeOf(document.scheduledFor),
        Audience: ({ document }) => named(names, document.audienceId),
        State: ({ document }) => document.status,
        Accepted: figure(({ document }) => document.accepted),
        'Left out': figure(({ document }) => document.skipped),
      },
      shown,
      NO_CAMPAIGNS,
    )}
<p class="quiet">Figures of campaigns next to each other are <a href="${pathIn(workspace, 'figures/by/campaign')}">here</a>.</p>
<h2>Audiences</h2>
${tableOf<(typeof audiences)[number]>(
  `Audiences, the newest ${SHOWN}`,
  {
    Name: ({ key, document }) => html`${foreign(document.name)} ${idOf(key, document.name)}`,
    Description: ({ document }) => document.description,
    Contacts: figure(({ document }) => document.contactCount),
    Created: ({ document }) => timeOf(document.createdAt),
  },
  audiences,
  NO_AUDIENCES,
)}`;
    return { title: 'Campaigns and audiences', body };
  });

  routes.workspacePage('contacts', 'contents', async (visit) => {
    const { workspace, query } = visit;
    const isSought = Boolean(query.find);
    const oldest = async () => {
      const place = placeFrom(query.after, []);
      const after = place ? { insertedAt: String(place.values[0]), contactId: place.key } : null;
      const shown = await contactPage(models.contacts, workspace.id, SHOWN, after);
      return { shown, says: null, next: placeAfter(shown, SHOWN, ({ insertedAt }) => [insertedAt]) };
    };
    const { shown, says, next } = isSought
      ? await matches(models, models.contacts, 'contacts', visit, SHOWN)
      : await oldest();
    const body = html`${partForm(visit, 'Part of an address, name, number or tag')}
${says}
${tableOf(
  `Contacts, the ${isSought ? 'newest' : 'oldest'} first, ${SHOWN} a page`,
  {
    Address: ({ document }) => addressLink(workspace, document.email),
    Name: ({ document }) => [document.firstName, document.lastName].filter(Boolean).join(' '),
    Consent: ({ document }) => consentOf(document.subscribed),
    Tags: ({ document }) => document.tags.join(', '),
    Changed: ({ document }) => timeOf(document.updatedAt),
  },
  shown,
  isSought || query.after ? 'There are no more contacts.' : noContacts(workspace.name),
)}
${nextLink(visit, next, isSought ? 'Older ones' : 'Newer ones')}`;
    return { title: 'Contacts', body };
  });
};

const noContacts = (name: string): Html =>
  emptyPage(
    'Contacts are those to whom campaigns go, each known by the address. They come by calls or from another provider:',
    `postledger import contacts subscribed.csv --workspace ${name}`,
  );

export const consentOf = (subscribed: boolean | null): string =>
  subscribed === null ? 'unknown' : subscribed ? 'subscribed' : 'unsubscribed';
