import { html } from 'hono/html';
import { csvForSpreadsheets } from '../../commands/kernel/csv.ts';
import { GROUPINGS } from '../../projections/figureSums.ts';
import { type FigureRow, figureColumns, messageFigures } from '../../projections/messageFigures.ts';
import { inBackground } from '../background.ts';
import { askedDays, daysForm } from '../days.ts';
import { addressWith, figure, refreshing, tableOf } from '../elements.ts';
import { dayBefore } from '../figures.ts';
import { GROUP_NAMES, groupOf, groupsNamed } from '../groupNames.ts';
import { pathIn } from '../layout.ts';
import { ConsoleFault, nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

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
    const isRunning = work.status === 'running';
    const rows = isRunning ? [] : work.result;
    const [group = '', ...figures] = figureColumns(by);
    const names = await groupsNamed(models, by, rows);
    // What no row has is left out.
    const shown = figures.filter((column) => rows.some((row) => row[column] !== 0));
    const table = tableOf(
      `Messages accepted on ${days.count} days up to ${days.to}, with what became of them by now`,
      [
        { heading: GROUP_NAMES[by], of: (row) => groupOf(workspace, by, row[group] ?? null, names) },
        ...shown.map((column) => figure<FigureRow>(column.replaceAll('_', ' '), (row) => row[column] ?? 0)),
      ],
      rows,
      'There are no messages of these days.',
    );
    const file = addressWith({ ...visit, url: pathIn(workspace, `figures/by/${by}/csv`) }, {});
    const body = html`${daysForm(days)}
${refreshing(visit, isRunning, isRunning ? html`<p role="status">The messages are counted.</p>` : table)}
<p class="quiet">A message with two tags is in two rows. postledger analytics query gives the same, also counted again from the log.</p>
<p><a href="${file}">As a file (CSV)</a> · <a href="${addressWith({ ...visit, url: pathIn(workspace, 'figures') }, {})}">By day</a></p>`;
    return { title: `Analytics by ${GROUP_NAMES[by]}`, body };
  });

  routes.workspaceFile('figures/by/:by/csv', 'see', async (visit, reply) => {
    const { by, work } = counted(visit);
    if (work.status === 'running')
      throw new ConsoleFault(503, 'The messages are still counted: ask again in a moment.');
    const columns = figureColumns(by);
    const rows = work.result;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="figures-by-${by}.csv"`)
      .send(`${csvForSpreadsheets(columns, rows)}\n`);
  });
};
