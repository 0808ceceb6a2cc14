import { html } from 'hono/html';
import { campaign } from '../../events/campaign.ts';
import { instant } from '../../ports/clock.ts';
import type { CampaignDocument } from '../../projections/campaigns.ts';
import { refreshing } from '../background.ts';
import {
  CAMPAIGN_FIGURES,
  type CampaignCounts,
  type CampaignFigure,
  campaignCounts,
  HOUR_MS,
  noFigures,
} from '../campaignCounts.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { factsOf, figure, figures, plotOf, tableOf, timeOf } from '../elements.ts';
import { idOf, named, namesOf, pathIn } from '../links.ts';
import { type Html, nothingHere, ownOf, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

const DAY_MS = 24 * HOUR_MS;
/** Steps of the table over time; of a campaign that goes on longer the newest. */
const STEPS = 31;
const FIGURES = Object.keys(CAMPAIGN_FIGURES) as CampaignFigure[];
const PLOTTED = ['Delivered', 'Opened', 'Clicked', 'Bounced'] as const;

/** A campaign: how far it is, and what became of it, as numbers, rates and over time. */
export const campaignPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  const count = campaignCounts(ledger);
  routes.workspacePage('campaigns/:id', 'see', async (visit) => {
    const { key: id, document } = await ownOf(models.campaigns, visit, 'campaign', visit.params.id);
    const [created] = await campaign.read(ledger.store, id, { limit: 1 });
    if (created === undefined) throw nothingHere(`The log has no campaign ${id}.`);
    const body = html`${await aboutOf(dependencies, visit, id, document)}
<h2>What became of it</h2>
${refreshing(
  visit,
  count(id, created.position),
  (events) =>
    html`<p role="status">The log is read from the campaign's creation on: ${events} events so far.</p>`,
  (counts) => countsOf(counts, document),
)}`;
    return { title: `Campaign ${document.name}`, body };
  });
};

async function aboutOf(
  { models }: ConsoleDependencies,
  { workspace }: WorkspaceVisit,
  id: string,
  document: CampaignDocument,
): Promise<Html> {
  const { audienceId, templateId, templateRevision, accepted, skipped, status } = document;
  const contacts = (await models.audiences.get(audienceId))?.document.contactCount;
  const done = status === 'completed' ? accepted + skipped : accepted;
  const isKnown = contacts !== undefined && contacts > 0;
  const percent = isKnown ? Math.min(100, Math.round((100 * done) / contacts)) : null;
  const template = await namesOf(models, 'template', [templateId]);
  return html`${factsOf({
    Id: idOf(id, document.name),
    State: status,
    Progress: isKnown
      ? html`<progress max="100" value="${percent}" aria-label="Progress of the campaign"></progress> ${done} of ${contacts} contacts (${percent} %)`
      : `${accepted} accepted`,
    Accepted: accepted,
    'Left out':
      status === 'completed' ? `${skipped} (unsubscribed or suppressed)` : 'known once it is completed',
    Audience: named(await namesOf(models, 'audience', [audienceId]), audienceId),
    Template: html`${named(template, templateId, `${pathIn(workspace, `templates/${templateId}`)}?to=${templateRevision}`)}, revision ${templateRevision}`,
    From: document.fromName ? `${document.fromName} <${document.from}>` : document.from,
    Created: timeOf(document.createdAt),
    'Planned for': timeOf(document.scheduledFor),
  })}
<p><a href="${pathIn(workspace, 'messages')}?find=${id}">Its messages</a> · <a href="${pathIn(workspace, 'campaigns')}">All campaigns</a></p>`;
}

function countsOf(counts: CampaignCounts, { accepted }: CampaignDocument): Html {
  const { total, hours, events, isWhole } = counts;
  // Where the route never says that something was delivered, what it took is what can be compared with.
  const reached = total.Delivered > 0 ? 'Delivered' : 'Submitted';
  const ofAll = (name: CampaignFigure) => ['Submitted', 'Delivered', 'Bounced'].includes(name);
  const isUnknown = (name: CampaignFigure) =>
    name === 'Delivered' && total.Delivered === 0 && total.Submitted > 0;
  const rate = (name: CampaignFigure) =>
    isUnknown(name) ? null : percentOf(total[name], ofAll(name) ? accepted : total[reached]);
  return html`${tableOf<CampaignFigure>(
    'Recipients, each counted once',
    {
      Figure: (name) => CAMPAIGN_FIGURES[name],
      Recipients: figure((name) => (isUnknown(name) ? 'not known' : total[name])),
      Rate: figure(rate),
      'Of those': (name) => (ofAll(name) ? 'accepted' : CAMPAIGN_FIGURES[reached].toLowerCase()),
    },
    FIGURES,
  )}
${isUnknown('Delivered') && html`<p class="quiet">The server that takes this mail has not reported what it delivered, so rates are of what it took.</p>`}
${!isWhole && html`<p class="warn">Only the first ${events} events since its creation were counted.</p>`}
${overTime(hours)}`;
}

const percentOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${((100 * part) / whole).toFixed(1)} %`;

function overTime(hours: CampaignCounts['hours']): Html {
  const times = [...hours.keys()];
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined)
    return html`<p class="quiet">Nothing has become of it yet.</p>`;
  const stepMs = last - first < DAY_MS ? HOUR_MS : DAY_MS;
  const endMs = Math.floor(last / stepMs) * stepMs;
  // At least two, so that a plot has a width.
  const beginMs = Math.max(
    Math.min(Math.floor(first / stepMs) * stepMs, endMs - stepMs),
    endMs - (STEPS - 1) * stepMs,
  );
  const steps = new Map<number, Record<CampaignFigure, number>>();
  for (let ms = beginMs; ms <= endMs; ms += stepMs) steps.set(ms, noFigures());
  for (const [hour, counts] of hours) {
    const step = steps.get(Math.floor(hour / stepMs) * stepMs);
    if (step !== undefined) for (const name of FIGURES) step[name] += counts[name];
  }
  const [unit, characters] = stepMs === HOUR_MS ? ['Hour', 16] : ['Day', 10];
  const title = `Recipients ${unit === 'Hour' ? 'an hour' : 'a day'}`;
  const rows = [...steps].map(([ms, counts]) => ({ ms, ...counts }));
  return html`<h2>Over time</h2>
${plotOf(
  title,
  rows.map(({ ms }) => ms / 1_000),
  rows,
  PLOTTED,
  CAMPAIGN_FIGURES,
)}
${tableOf<(typeof rows)[number]>(
  `${title}, UTC, the newest first`,
  {
    [unit]: ({ ms }) => instant(ms).slice(0, characters).replace('T', ' '),
    ...figures(FIGURES, CAMPAIGN_FIGURES),
  },
  rows.toReversed(),
)}`;
}
