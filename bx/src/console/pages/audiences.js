// src/console/pages/audiences.ts
import { html } from "hono/html";
import { listAudiences } from "../../projections/audiences.js";
import { listCampaigns } from "../../projections/campaigns.js";
import { contactPage } from "../../projections/contacts.js";
import { addressWith, tableOf, timeOf } from "../elements.js";
import { pathIn } from "../layout.js";
import { addressLink } from "../links.js";
import { NOTHING } from "../page.js";
import { placeIn, placeText } from "../places.js";
var SHOWN = 100;
var audiencePages = (routes, { models }) => {
  routes.workspacePage("campaigns", "see", async ({ workspace }) => {
    const audience = async (id) => (await models.audiences.get(id))?.document.name ?? id;
    const shown = await first(listCampaigns(models.campaigns, workspace.id));
    const names = /* @__PURE__ */ new Map();
    for (const { document } of shown) names.set(document.audienceId, await audience(document.audienceId));
    const body = html`${tableOf(
      `Campaigns, the newest ${SHOWN}`,
      [
        {
          heading: "Name",
          of: ({ key, document }) => html`<a href="${pathIn(workspace, "messages")}?find=${key}">${document.name}</a>`
        },
        { heading: "Id", of: ({ key }) => key },
        { heading: "Created", of: ({ document }) => timeOf(document.createdAt) },
        { heading: "Planned for", of: ({ document }) => timeOf(document.scheduledFor) },
        { heading: "Audience", of: ({ document }) => names.get(document.audienceId) ?? "" },
        { heading: "State", of: ({ document }) => document.status },
        { heading: "Accepted", isNumber: true, of: ({ document }) => document.accepted },
        { heading: "Left out", isNumber: true, of: ({ document }) => document.skipped }
      ],
      shown,
      "There are no campaigns."
    )}
<p class="quiet">The link of a campaign leads to its messages; figures of campaigns are <a href="${pathIn(workspace, "figures/by/campaign")}">here</a>.</p>
<h2>Audiences</h2>
${tableOf(
      `Audiences, the newest ${SHOWN}`,
      [
        { heading: "Name", of: ({ document }) => document.name },
        { heading: "Id", of: ({ key }) => key },
        { heading: "Description", of: ({ document }) => document.description },
        { heading: "Contacts", isNumber: true, of: ({ document }) => document.contactCount },
        { heading: "Created", of: ({ document }) => timeOf(document.createdAt) }
      ],
      await first(listAudiences(models.audiences, workspace.id)),
      "There are no audiences."
    )}`;
    return { title: "Campaigns and audiences", body };
  });
  routes.workspacePage("contacts", "contents", async (visit) => {
    const { workspace, query } = visit;
    const { values: [insertedAt] = [], key: contactId = "" } = placeIn(query.after) ?? {};
    const after = insertedAt === void 0 ? null : { insertedAt: String(insertedAt), contactId };
    const page = await contactPage(models.contacts, workspace.id, SHOWN, after);
    const last = page.at(-1);
    const body = html`${tableOf(
      `Contacts, the oldest first, ${SHOWN} a page`,
      [
        { heading: "Address", of: ({ document }) => addressLink(workspace, document.email) },
        {
          heading: "Name",
          of: ({ document }) => [document.firstName, document.lastName].filter(Boolean).join(" ")
        },
        { heading: "Consent", of: ({ document }) => consentOf(document.subscribed) },
        { heading: "Tags", of: ({ document }) => document.tags.join(", ") },
        { heading: "Changed", of: ({ document }) => timeOf(document.updatedAt) }
      ],
      page,
      "There are no more contacts."
    )}
${last === void 0 || page.length < SHOWN ? NOTHING : next(addressWith(visit, { after: placeText({ values: [last.document.insertedAt], key: last.key }) }))}`;
    return { title: "Contacts", body };
  });
};
var next = (href) => html`<p><a href="${href}" rel="next">Newer ones</a></p>`;
var consentOf = (subscribed) => subscribed === null ? "unknown" : subscribed ? "subscribed" : "unsubscribed";
async function first(pages) {
  for await (const page of pages) return page.slice(0, SHOWN);
  return [];
}
export {
  audiencePages
};
//# sourceMappingURL=audiences.js.map
