import { html } from 'hono/html';
import { dayOf } from '../events/fieldPatterns.ts';
import { instant } from '../ports/clock.ts';
import type { Grouping } from '../projections/figureSums.ts';
import { type FigureRow, messageFigures } from '../projections/messageFigures.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { inBackground, refreshing } from './background.ts';
import { dayBefore } from './days.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { figure, percent, tableOf } from './elements.ts';
import { type Names, named, namesOf, pathIn } from './links.ts';
import type { Html, Workspace } from './page.ts';

/** Groups by which messages are counted, as they are shown. */
export const GROUP_NAMES: Readonly<Record<Grouping, string>> = {
  day: 'day',
  hour: 'hour',
  tag: 'tag',
  campaign: 'campaign',
  template: 'template',
  domain: 'domain of the recipient',
  'bounce-sub-type': 'kind of bounce',
};

/** A group by its name, with a link to its page or its messages. */
export function groupOf(
  workspace: Workspace,
  by: Grouping,
  group: string | number | null,
  names: Names,
): Html | string {
  if (group === null || group === '') return 'none';
  if (by === 'campaign') return named(names, String(group), pathIn(workspace, `campaigns/${group}`));
  if (by !== 'tag' && by !== 'template') return String(group);
  const query = new URLSearchParams({ find: String(group) });
  return named(names, String(group), `${pathIn(workspace, 'messages')}?${query}`);
}

/** The names of the groups of some rows, by id. */
export async function groupsNamed(models: ReadModels, by: Grouping, rows: readonly FigureRow[]) {
  const ids = rows.flatMap((row) => row[by] ?? []).map(String);
  const kinds = by === 'template' ? (['template', 'smsTemplate'] as const) : by === 'campaign' ? [by] : [];
  const names = await Promise.all(kinds.map((kind) => namesOf(models, kind, ids)));
  return new Map(names.flatMap((ofKind) => [...ofKind]));
}

const SHOWN_BY = ['domain', 'campaign', 'template', 'tag'] as const;
const DAYS = 30;
const SHOWN = 5;

/** Where most bounced in thirty days, by domain, campaign, template and tag. Added up in the background. */
export function groupRates({ models, ledger: { clock } }: Pick<ConsoleDependencies, 'models' | 'ledger'>) {
  const count = inBackground<null, readonly (readonly FigureRow[])[]>(clock, null);
  return async (url: string, workspace: Workspace): Promise<Html> => {
    const since = `${dayBefore(dayOf(instant(clock.nowMs())), DAYS - 1)}T00:00:00.000Z`;
    const work = count(`${workspace.id} ${since}`, () =>
      Promise.all(
        SHOWN_BY.map((by) => messageFigures(models.messages, { workspace: workspace.id, by, since })),
      ),
    );
    const results = work.status === 'done' ? work.result : [];
    const tables = await Promise.all(SHOWN_BY.map((by, at) => tableBy(by, results[at] ?? [])));
    return html`<h2>Where most bounced, in ${DAYS} days</h2>${refreshing({ url }, work, counting, () => html`<div class="rates">${tables}</div>`)}`;

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
      const rate = (column: string) =>
        figure<FigureRow>((row) => percent(of(row, column), of(row, 'recipients')));
      return html`<div>${tableOf<FigureRow>(
        `By ${GROUP_NAMES[by]}`,
        {
          [by]: (row) => groupOf(workspace, by, row[by] ?? null, names),
          Recipients: figure((row) => of(row, 'recipients')),
          Bounced: rate('bounced'),
          Complained: rate('complained'),
          Opened: rate('opened'),
        },
        worst,
        `No messages with a ${by}.`,
      )}<p><a href="${pathIn(workspace, `figures/by/${by}`)}">All, by ${GROUP_NAMES[by]}</a></p></div>`;
    }
  };
}

/** What is said while messages are counted. */
export const counting = (): Html => html`<p role="status">The messages are counted.</p>`;
