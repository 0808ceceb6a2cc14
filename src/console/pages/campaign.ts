import { html } from 'hono/html';
import { campaign } from '../../events/campaign.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { instant } from '../../ports/clock.ts';
import type { CampaignDocument } from '../../projections/campaigns.ts';
import {
  CAMPAIGN_FIGURES,
  type CampaignCounts,
  type CampaignFigure,
  campaignCounts,
} from '../campaignCounts.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { factsOf, figure, plotOf, refreshing, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { audienceNames, idOf, named, templateNames } from '../names.ts';
import { type Html, NOTHING, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Steps of the table over time; of a campaign that goes on longer the newest. */
const STEPS = 31;
const FIGURES = Object.keys(CAMPAIGN_FIGURES) as CampaignFigure[];
const PLOTTED = ['delivered', 'opened', 'clicked', 'bounced'] as const;

/** A campaign: how far it is, and what became of it, as numbers, rates and over time. */
export const campaignPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  const count = campaignCounts(ledger);
  routes.workspacePage('campaigns/:id', 'see', async (visit) => {
    const { id = '' } = visit.params;
    const document = isUuid(id) ? (await models.campaigns.get(id.toLowerCase()))?.document : undefined;
    if (document?.workspace !== visit.workspace.id) throw nothingHere(`The workspace has no campaign ${id}.`);
    const [created] = await campaign.read(ledger.store, id.toLowerCase(), { limit: 1 });
    if (created === undefined) throw nothingHere(`The log has no campaign ${id}.`);
    const work = count(id.toLowerCase(), created.position);
    const isRunning = work.status === 'running';
    const counts = isRunning
      ? html`<p role="status">The log is read from the campaign's creation on: ${work.progress} events so far.</p>`
      : countsOf(work.result, document);
    const body = html`${await aboutOf(dependencies, visit, id.toLowerCase(), document)}
<h2>What became of it</h2>
${refreshing(visit, isRunning, counts)}`;
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
  const template = await templateNames(models, [templateId]);
  return html`${factsOf({
    Id: idOf(id, document.name),
    State: status,
    Progress: isKnown
      ? html`<progress max="100" value="${percent}" aria-label="Progress of the campaign"></progress> ${done} of ${contacts} contacts (${percent} %)`
      : `${accepted} accepted`,
    Accepted: accepted,
    'Left out':
      status === 'completed' ? `${skipped} (unsubscribed or suppressed)` : 'known once it is completed',
    Audience: named(await audienceNames(models, [audienceId]), audienceId),
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
  const reached = total.delivered > 0 ? 'delivered' : 'submitted';
  const ofAll = (figure: CampaignFigure) => ['submitted', 'delivered', 'bounced'].includes(figure);
  const rate = (figure: CampaignFigure) =>
    percentOf(total[figure], ofAll(figure) ? accepted : total[reached]);
  const isUnknown = (figure: CampaignFigure) =>
    figure === 'delivered' && total.delivered === 0 && total.submitted > 0;
  return html`${tableOf<CampaignFigure>(
    'Recipients, each counted once',
    [
      { heading: 'Figure', of: (figure) => CAMPAIGN_FIGURES[figure] },
      figure('Recipients', (name) => (isUnknown(name) ? 'not known' : total[name])),
      figure('Rate', (name) => (isUnknown(name) ? null : rate(name))),
      {
        heading: 'Of those',
        of: (figure) => (ofAll(figure) ? 'accepted' : CAMPAIGN_FIGURES[reached].toLowerCase()),
      },
    ],
    FIGURES,
    '',
  )}
${isUnknown('delivered') ? html`<p class="quiet">The server that takes this mail has not reported what it delivered, so rates are of what it took.</p>` : NOTHING}
${isWhole ? NOTHING : html`<p class="warn">Only the first ${events} events since its creation were counted.</p>`}
${overTime(hours)}`;
}

const percentOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${((100 * part) / whole).toFixed(1)} %`;

interface Step extends Readonly<Record<CampaignFigure, number>> {
  readonly ms: number;
}

function overTime(hours: CampaignCounts['hours']): Html {
  const times = [...hours.keys()].map((hour) => Date.parse(`${hour}:00:00.000Z`));
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
  for (let ms = beginMs; ms <= endMs; ms += stepMs)
    steps.set(ms, Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Record<CampaignFigure, number>);
  for (const [hour, counts] of hours) {
    const step = steps.get(Math.floor(Date.parse(`${hour}:00:00.000Z`) / stepMs) * stepMs);
    if (step !== undefined) for (const figure of FIGURES) step[figure] += counts[figure];
  }
  const rows: readonly Step[] = [...steps].map(([ms, counts]) => ({ ms, ...counts }));
  const title = stepMs === HOUR_MS ? 'Recipients an hour' : 'Recipients a day';
  const label = (ms: number) =>
    instant(ms)
      .slice(0, stepMs === HOUR_MS ? 16 : 10)
      .replace('T', ' ');
  return html`<h2>Over time</h2>
${plotOf(
  title,
  rows.map(({ ms }) => ms / 1_000),
  rows,
  PLOTTED,
  CAMPAIGN_FIGURES,
)}
${tableOf<Step>(
  `${title}, UTC, the newest first`,
  [
    { heading: stepMs === HOUR_MS ? 'Hour' : 'Day', of: ({ ms }) => label(ms) },
    ...FIGURES.map((name) => figure<Step>(CAMPAIGN_FIGURES[name], (row) => row[name])),
  ],
  rows.toReversed(),
  '',
)}`;
}
