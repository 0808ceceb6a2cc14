import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { dailyAnalytics } from '../../projections/dailyAnalytics.ts';
import { dayCheck } from '../dayCheck.ts';
import { addressWith, choice, field, tableOf } from '../elements.ts';
import { type Day, dayBefore, daysUntil, FIGURES, figuresPlot } from '../figures.ts';
import { pathIn } from '../layout.ts';
import { ConsoleFault, NOTHING, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

const RANGES = { 7: 'one week', 30: '30 days', 90: '90 days', 366: 'a year' } as const;
const NAMES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

/** Days as a plot and a table, as a file, and the check of one day against the log. */
export const figuresPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  const today = () => new Date(ledger.clock.nowMs()).toISOString().slice(0, 10);
  const daysOf = async ({ workspace, query }: WorkspaceVisit): Promise<readonly Day[]> => {
    const to = query.to ?? today();
    if (!isDay(to)) throw new ConsoleFault(400, `${to} is no day: write it as 2026-03-01.`);
    const count = Object.keys(RANGES).includes(query.days ?? '') ? Number(query.days) : 30;
    return daysUntil(models.dailyAnalytics, workspace.id, to, count);
  };
  routes.workspacePage('figures', 'see', async (visit) => {
    const days = await daysOf(visit);
    const { workspace, query } = visit;
    const newest = days.toReversed();
    const body = html`<form class="row" method="get">
${choice('Show', 'days', RANGES, query.days ?? '30')}
${field('up to', 'to', html`type="date" value="${query.to ?? today()}"`)}
<button>Show</button></form>
${figuresPlot('Recipients a day', days)}
${tableOf(
  'UTC days, the newest first',
  [
    {
      heading: 'Day',
      of: ({ day }) => html`<a href="${pathIn(workspace, `figures/${day}`)}">${day}</a>`,
    },
    ...NAMES.map((name) => ({
      heading: FIGURES[name],
      isNumber: true as const,
      of: (day: Day) => day[name],
    })),
  ],
  newest,
  'There are no days.',
)}
<p><a href="${addressWith({ ...visit, url: pathIn(workspace, 'figures.csv') }, {})}">As a file (CSV)</a></p>`;
    return { title: 'Figures', body };
  });
  routes.workspaceFile('figures.csv', 'see', async (visit, reply) => {
    const rows = (await daysOf(visit)).map((day) => [day.day, ...NAMES.map((name) => day[name])].join(','));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="figures.csv"')
      .send(`${[['day', ...NAMES].join(','), ...rows].join('\n')}\n`);
  });
  addDay(routes, dependencies);
};

/** One day, as it is shown and as the log has it. */
const addDay: AddPages = (routes, { models, ledger }) => {
  const check = dayCheck(ledger, models.dailyAnalytics);
  routes.workspacePage('figures/:day', 'see', async (visit) => {
    const { workspace, params } = visit;
    const { day = '' } = params;
    if (!isDay(day)) throw new ConsoleFault(404, `${day} is no day.`);
    const state = check.of(workspace.id, day);
    const { byLog } = state;
    const now = (await models.dailyAnalytics.get(`${workspace.id}/${day}`))?.document ?? null;
    const stored = state.status === 'done' ? (state.stored?.document ?? null) : now;
    const verdict =
      state.status === 'running'
        ? html`<p role="status">The log is folded again: ${state.events} events so far.</p>`
        : isDeepStrictEqual(stored, byLog)
          ? html`<p class="good" role="status">The log says the same: ${state.counted} of ${state.events} events are of this day.</p>`
          : html`<p class="bad" role="alert">The log says something else: postledger projections verify shows where.</p>`;
    const body = html`<div id="check"${state.status === 'running' ? html` hx-get="${visit.url}" hx-trigger="every 1s" hx-select="#check" hx-swap="outerHTML"` : NOTHING}>
${verdict}
${tableOf(
  `What is shown for ${day}, and what the log says`,
  [
    { heading: 'Figure', of: (name) => FIGURES[name] },
    { heading: 'Shown', isNumber: true, of: (name) => stored?.[name] ?? 0 },
    {
      heading: 'By the log',
      isNumber: true,
      of: (name) => (state.status === 'done' ? (byLog?.[name] ?? 0) : '…'),
    },
  ],
  NAMES,
  '',
)}</div>
<p class="quiet">The log is read from its beginning up to the last event that is counted here, and its events of this day are added up
again by the rule of the read model ${dailyAnalytics.name}, version ${dailyAnalytics.version}.</p>
<p><a href="${pathIn(workspace, 'figures')}">All days</a></p>`;
    return { title: `Figures of ${day}`, body };
  });
};

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text;
