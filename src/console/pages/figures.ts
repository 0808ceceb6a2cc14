import { html } from 'hono/html';
import { csvForSpreadsheets } from '../../commands/kernel/csv.ts';
import { GROUPINGS } from '../../projections/figureSums.ts';
import { type FigureRow, figureColumns, messageFigures } from '../../projections/messageFigures.ts';
import { askedDays, daysForm } from '../asked.ts';
import { inBackground, refreshing } from '../background.ts';
import { type Day, dayBefore, daysUntil, FIGURES, type FigureName } from '../days.ts';
import { addressWith, figure, figures, plotOf, tableOf } from '../elements.ts';
import { sendMade } from '../files.ts';
import { counting, GROUP_NAMES, groupOf, groupsNamed } from '../groups.ts';
import { pathIn } from '../links.ts';
import { ConsoleFault, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

/** Days are shown here, and hours are many. */
const BY = GROUPINGS.filter((by) => by !== 'day' && by !== 'hour');
const NAMES = Object.keys(FIGURES) as FigureName[];
const PLOTTED: readonly FigureName[] = ['accepted', 'delivered', 'opened', 'bounced'];
const CSV = 'text/csv; charset=utf-8';

/** Days as a plot and a table, and as a file. */
export const figuresPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  const daysOf = async (visit: WorkspaceVisit): Promise<readonly Day[]> => {
    const { to, count } = askedDays(visit, ledger.clock);
    return daysUntil(models.dailyAnalytics, visit.workspace.id, to, count);
  };
  routes.workspacePage('figures', 'see', async (visit) => {
    const days = await daysOf(visit);
    const { workspace } = visit;
    const times = days.map(({ day }) => Date.parse(day) / 1_000);
    const body = html`${daysForm(askedDays(visit, ledger.clock))}
<p>Messages of this time by ${BY.map((by, at) => html`${at > 0 ? ', ' : ''}<a href="${addressWith(visit, {}, pathIn(workspace, `figures/by/${by}`))}">${GROUP_NAMES[by]}</a>`)}.</p>
${plotOf('Recipients a day', times, days, PLOTTED, FIGURES)}
${tableOf<Day>(
  'UTC days, the newest first',
  {
    Day: ({ day }) => html`<a href="${pathIn(workspace, `figures/${day}`)}">${day}</a>`,
    ...figures(NAMES, FIGURES),
  },
  days.toReversed(),
  'There are no days.',
)}
<p><a href="${addressWith(visit, {}, pathIn(workspace, 'figures.csv'))}">As a file (CSV)</a></p>`;
    return { title: 'Analytics', body };
  });
  routes.workspaceFile('figures.csv', 'see', async (visit, reply) => {
    const rows = (await daysOf(visit)).map((day) => [day.day, ...NAMES.map((name) => day[name])].join(','));
    return sendMade(reply, CSV, 'figures.csv', `${[['day', ...NAMES].join(','), ...rows].join('\n')}\n`);
  });
};

/** What became of the messages of some days, by tag, campaign, template and so on. Added up in the background: tags and domains may be many. */
export const groupFiguresPages: AddPages = (routes, { models, ledger }) => {
  const count = inBackground<null, readonly FigureRow[]>(ledger.clock, null);
  const counted = (visit: WorkspaceVisit) => {
    const by = GROUPINGS.find((grouping) => grouping === visit.params.by);
    if (by === undefined) throw nothingHere('Messages are not counted by that.');
    const days = askedDays(visit, ledger.clock);
    const since = `${dayBefore(days.to, days.count - 1)}T00:00:00.000Z`;
    const until = `${days.to}T23:59:59.999Z`;
    const query = { workspace: visit.workspace.id, by, since, until };
    return { by, days, work: count(JSON.stringify(query), () => messageFigures(models.messages, query)) };
  };

  routes.workspacePage('figures/by/:by', 'see', async (visit) => {
    const { by, days, work } = counted(visit);
    const { workspace } = visit;
    const rows = work.status === 'done' ? work.result : [];
    const [group = '', ...names] = figureColumns(by);
    const groups = await groupsNamed(models, by, rows);
    // What no row has is left out.
    const shown = names.filter((column) => rows.some((row) => row[column] !== 0));
    const columns = shown.map(
      (column) => [column.replaceAll('_', ' '), figure<FigureRow>((row) => row[column] ?? 0)] as const,
    );
    const table = () =>
      tableOf<FigureRow>(
        `Messages accepted on ${days.count} days up to ${days.to}, with what became of them by now`,
        {
          [GROUP_NAMES[by]]: (row) => groupOf(workspace, by, row[group] ?? null, groups),
          ...Object.fromEntries(columns),
        },
        rows,
        'There are no messages of these days.',
      );
    const body = html`${daysForm(days)}
${refreshing(visit, work, counting, table)}
<p class="quiet">A message with two tags is in two rows. postledger analytics query gives the same, also counted again from the log.</p>
<p><a href="${addressWith(visit, {}, pathIn(workspace, `figures/by/${by}/csv`))}">As a file (CSV)</a> · <a href="${addressWith(visit, {}, pathIn(workspace, 'figures'))}">By day</a></p>`;
    return { title: `Analytics by ${GROUP_NAMES[by]}`, body };
  });

  routes.workspaceFile('figures/by/:by/csv', 'see', async (visit, reply) => {
    const { by, work } = counted(visit);
    if (work.status === 'running')
      throw new ConsoleFault(503, 'The messages are still counted: ask again in a moment.');
    const text = csvForSpreadsheets(figureColumns(by), work.result);
    return sendMade(reply, CSV, `figures-by-${by}.csv`, `${text}\n`);
  });
};
