import { isDeepStrictEqual } from 'node:util';
import { html } from 'hono/html';
import { dailyAnalytics } from '../../projections/dailyAnalytics.ts';
import { GROUPINGS } from '../../projections/figureSums.ts';
import { dayCheck } from '../dayCheck.ts';
import { askedDays, daysForm, isDay } from '../days.ts';
import { addressWith, figure, refreshing, tableOf } from '../elements.ts';
import { COUNTED, type Day, daysUntil, FIGURES, figuresPlot } from '../figures.ts';
import { GROUP_NAMES } from '../groupNames.ts';
import { pathIn } from '../layout.ts';
import { ConsoleFault, type WorkspaceVisit } from '../page.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';

/** Days are shown here, and hours are many. */
const BY = GROUPINGS.filter((by) => by !== 'day' && by !== 'hour');
const NAMES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

/** Days as a plot and a table, as a file, and the check of one day against the log. */
export const figuresPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  const daysOf = async (visit: WorkspaceVisit): Promise<readonly Day[]> => {
    const { to, count } = askedDays(visit, ledger.clock);
    return daysUntil(models.dailyAnalytics, visit.workspace.id, to, count);
  };
  routes.workspacePage('figures', 'see', async (visit) => {
    const days = await daysOf(visit);
    const { workspace } = visit;
    const newest = days.toReversed();
    const body = html`${daysForm(askedDays(visit, ledger.clock))}
<p>Messages of this time by ${BY.map((by, at) => html`${at > 0 ? ', ' : ''}<a href="${addressWith({ ...visit, url: pathIn(workspace, `figures/by/${by}`) }, {})}">${GROUP_NAMES[by]}</a>`)}.</p>
${figuresPlot('Recipients a day', days)}
${tableOf(
  'UTC days, the newest first',
  [
    {
      heading: 'Day',
      of: ({ day }) => html`<a href="${pathIn(workspace, `figures/${day}`)}">${day}</a>`,
    },
    ...NAMES.map((name) => figure<Day>(FIGURES[name], (day) => day[name])),
  ],
  newest,
  'There are no days.',
)}
<p><a href="${addressWith({ ...visit, url: pathIn(workspace, 'figures.csv') }, {})}">As a file (CSV)</a></p>`;
    return { title: 'Analytics', body };
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
    const state = check(workspace.id, day);
    const now = (await models.dailyAnalytics.get(`${workspace.id}/${day}`))?.document ?? null;
    const checked = state.status === 'done' ? state.result : null;
    const stored = checked === null ? now : (checked.stored?.document ?? null);
    const verdict =
      state.status === 'running'
        ? html`<p role="status">The log is folded again: ${state.progress.events} events so far.</p>`
        : isDeepStrictEqual(stored, state.result.byLog)
          ? html`<p class="good" role="status">The log says the same: ${state.result.counted} of ${state.result.events} events are of this day.</p>`
          : stored === null
            ? // Without a document it is not known up to which event the background has come.
              html`<p class="warn" role="status">Nothing of this day is counted yet, and the log has ${state.result.counted} events of it. Where that stays so, postledger projections verify shows why.</p>`
            : html`<p class="bad" role="alert">The log says something else: postledger projections verify shows where.</p>`;
    const eventsOf = (name: keyof typeof FIGURES) => {
      const sought = { type: COUNTED[name], since: day, until: `${day}T23:59:59.999Z` };
      return html`<a href="${pathIn(workspace, 'log')}?${new URLSearchParams(sought)}">${COUNTED[name]}</a>`;
    };
    const body = html`${refreshing(
      visit,
      state.status === 'running',
      html`${verdict}
${tableOf<keyof typeof FIGURES>(
  `What is shown for ${day}, and what the log says`,
  [
    { heading: 'Figure', of: (name) => FIGURES[name] },
    figure('Shown', (name) => stored?.[name] ?? 0),
    figure('By the log', (name) => (checked === null ? '…' : (checked.byLog?.[name] ?? 0))),
    ...(may(visit.session, 'log') ? [{ heading: 'In the log', of: eventsOf }] : []),
  ],
  NAMES,
  '',
)}`,
    )}
<p class="quiet">The log is read from its beginning up to the last event that is counted here, and its events of this day are added up
again by the rule of the read model ${dailyAnalytics.name}, version ${dailyAnalytics.version}.</p>
<p><a href="${pathIn(workspace, 'figures')}">All days</a></p>`;
    return { title: `Analytics of ${day}`, body };
  });
};
