import { sumsOf } from '../follow/fold/sums.ts';
import { instant } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import { FAMILIES, type FiguresSum, familyIn, figuresOf, type Grouping } from './figureSums.ts';
import type { MessageDocument, MessageEntry } from './messageDocuments.ts';
import { MESSAGE_STATUSES } from './messageStatus.ts';
import { documentsOf } from './pages.ts';

/** Names of a row's columns; the first is the group. */
export const figureColumns = (by: Grouping): readonly string[] => [
  by.replaceAll('-', '_'),
  'messages',
  'recipients',
  ...MESSAGE_STATUSES,
  'opened',
  'clicked',
];

/**
 * What became of the messages of one group, which is null for those without a tag, a campaign and so on: a value for each column. A message with two tags is in two rows. Recipients who opened
 * it, or a link in it, count whatever their status.
 */
export type FigureRow = Readonly<Record<string, string | number | null>>;

export interface FiguresQuery {
  readonly workspace: string;
  readonly by: Grouping;
  /** Bounds of `createdAt`, both inclusive (ISO 8601, milliseconds, UTC). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

type Figures = AsyncIterable<FiguresSum>;
type Messages = Collection<MessageDocument | MessageEntry>;

/**
 * Figures of a workspace's sent messages by the time of their acceptance, groups ascending, from the sums of whole hours or days. Of those that
 * the bounds cut the messages themselves are counted. Memory grows with the groups alone.
 */
export function messageFigures(messages: Messages, query: FiguresQuery): Promise<readonly FigureRow[]> {
  return rowsOf(query.by, summedUp(messages, query));
}

/** The same, with each message counted by itself: the check of the sums. */
export function countedFigures(messages: Messages, query: FiguresQuery): Promise<readonly FigureRow[]> {
  return rowsOf(query.by, counted(messages, query));
}

async function* summedUp(messages: Messages, query: FiguresQuery): Figures {
  const { workspace, by, since, until } = query;
  const { family, stepMs } = FAMILIES[by];
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const beginMs = Math.ceil(sinceMs / stepMs) * stepMs;
  const endMs = Math.floor((untilMs + 1) / stepMs) * stepMs;
  if (beginMs >= endMs) return yield* counted(messages, query);
  if (sinceMs < beginMs) yield* counted(messages, { ...query, until: instant(beginMs - 1) });
  const whole = {
    index: 'byFigures',
    equals: [familyIn(workspace, family)],
    ...(since !== undefined && { from: instant(beginMs) }),
    ...(until !== undefined && { to: instant(endMs - 1) }),
  };
  yield* documentsOf(sumsOf<FiguresSum>(messages), whole, ({ figures, at }) => [figures, at]);
  if (until !== undefined && untilMs >= endMs) yield* counted(messages, { ...query, since: instant(endMs) });
}

async function* counted(messages: Messages, { workspace, since, until }: FiguresQuery): Figures {
  const query = {
    index: 'byCreation',
    equals: [workspace],
    ...(since !== undefined && { from: since }),
    ...(until !== undefined && { to: until }),
  };
  for await (const message of documentsOf(messages, query, ({ createdAt }) => [workspace, createdAt]))
    yield* figuresOf(message, '').values();
}

async function rowsOf(by: Grouping, figures: Figures): Promise<readonly FigureRow[]> {
  const [heading = '', ...columns] = figureColumns(by);
  const totals = new Map<string | null, Record<string, number>>();
  for await (const { groups, counts } of figures)
    for (const group of groups[by] ?? []) {
      const total = totals.get(group) ?? Object.fromEntries(columns.map((column) => [column, 0]));
      for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
      totals.set(group, total);
    }
  const order = (group: string | null) => group ?? '';
  return [...totals]
    .filter(([, { messages }]) => messages !== 0)
    .sort(([one], [other]) => (order(one) < order(other) ? -1 : 1))
    .map(([group, total]) => ({ [heading]: group, ...total }));
}
