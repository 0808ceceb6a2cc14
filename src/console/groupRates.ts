import { html } from 'hono/html';
import { type FigureRow, messageFigures } from '../projections/messageFigures.ts';
import { inBackground } from './background.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { figure, refreshing, tableOf } from './elements.ts';
import { dayBefore } from './figures.ts';
import { GROUP_NAMES, groupOf, groupsNamed } from './groupNames.ts';
import { pathIn } from './layout.ts';
import type { Html, Workspace } from './page.ts';
import { percent } from './weekFigures.ts';

const SHOWN_BY = ['domain', 'campaign', 'template', 'tag'] as const;
const DAYS = 30;
const SHOWN = 5;

/** Where most bounced in thirty days, by domain, campaign, template and tag. Added up in the background. */
export function groupRates({ models, ledger: { clock } }: Pick<ConsoleDependencies, 'models' | 'ledger'>) {
  const count = inBackground<null, readonly (readonly FigureRow[])[]>(clock, null);
  return async (url: string, workspace: Workspace): Promise<Html> => {
    const since = `${dayBefore(new Date(clock.nowMs()).toISOString().slice(0, 10), DAYS - 1)}T00:00:00.000Z`;
    const work = count(`${workspace.id} ${since}`, () =>
      Promise.all(
        SHOWN_BY.map((by) => messageFigures(models.messages, { workspace: workspace.id, by, since })),
      ),
    );
    const isRunning = work.status === 'running';
    const tables = isRunning
      ? html`<p role="status">The messages are counted.</p>`
      : await Promise.all(SHOWN_BY.map((by, at) => tableBy(by, work.result[at] ?? [])));
    return html`<h2>Where most bounced, in ${DAYS} days</h2>${refreshing({ url }, isRunning, html`<div class="rates">${tables}</div>`)}`;

    async function tableBy(by: (typeof SHOWN_BY)[number], rows: readonly FigureRow[]): Promise<Html> {
      const of = (row: FigureRow, column: string) => Number(row[column] ?? 0);
      const worst = [...rows]
        .filter((row) => row[by] !== null && row[by] !== '')
        .sort(
          (one, other) =>
            of(other, 'bounced') - of(one, 'bounced') || of(other, 'recipients') - of(one, 'recipients'),
        )
        .slice(0, SHOWN);
      const names = await groupsNamed(models, by, worst);
      const rate = (heading: string, column: string) =>
        figure<FigureRow>(heading, (row) => percent(of(row, column), of(row, 'recipients')));
      return html`<div>${tableOf(
        `By ${GROUP_NAMES[by]}`,
        [
          { heading: by, of: (row) => groupOf(workspace, by, row[by] ?? null, names) },
          figure<FigureRow>('Recipients', (row) => of(row, 'recipients')),
          rate('Bounced', 'bounced'),
          rate('Complained', 'complained'),
          rate('Opened', 'opened'),
        ],
        worst,
        `No messages with a ${by}.`,
      )}<p><a href="${pathIn(workspace, `figures/by/${by}`)}">All, by ${GROUP_NAMES[by]}</a></p></div>`;
    }
  };
}
