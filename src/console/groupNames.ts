import type { Grouping } from '../projections/figureSums.ts';
import type { FigureRow } from '../projections/messageFigures.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { pathIn } from './layout.ts';
import { campaignNames, named, templateNames } from './names.ts';
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

const FOUND_BY: readonly Grouping[] = ['tag', 'campaign', 'template'];

/** A group by its name, with a link to its page or its messages. */
export function groupOf(
  workspace: Workspace,
  by: Grouping,
  group: string | number | null,
  names: ReadonlyMap<string, string>,
): Html | string {
  if (group === null || group === '') return 'none';
  if (!FOUND_BY.includes(by)) return String(group);
  if (by === 'campaign') return named(names, String(group), pathIn(workspace, `campaigns/${group}`));
  const query = new URLSearchParams({ find: String(group) });
  return named(names, String(group), `${pathIn(workspace, 'messages')}?${query}`);
}

/** The names of the groups of some rows, by id. */
export function groupsNamed(models: ReadModels, by: Grouping, rows: readonly FigureRow[]) {
  const ids = rows.flatMap((row) => row[by] ?? []).map(String);
  return by === 'campaign' ? campaignNames(models, ids) : templateNames(models, by === 'template' ? ids : []);
}
