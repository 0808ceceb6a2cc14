import type { RecordedEmailEvent } from '../events/email.ts';
import type { Collection } from '../ports/documents.ts';
import type { Projection } from '../runtime/projection.ts';

/** The figures of an analytics row (spec section 2.10). All but `creditsUsed` count recipients. */
const ANALYTICS_FIGURES = [
  'accepted',
  'submitted',
  'delivered',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'creditsUsed',
] as const;
export type AnalyticsFigures = Readonly<Record<(typeof ANALYTICS_FIGURES)[number], number>>;

export const NO_FIGURES: AnalyticsFigures = {
  accepted: 0,
  submitted: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  creditsUsed: 0,
};

/** What happened to a workspace's email on one UTC day. */
export interface DayDocument extends AnalyticsFigures {
  readonly workspace: string;
  /** YYYY-MM-DD. */
  readonly day: string;
}

const FIGURE_OF = {
  Submitted: 'submitted',
  Delivered: 'delivered',
  Bounced: 'bounced',
  Complained: 'complained',
  Opened: 'opened',
  Clicked: 'clicked',
} as const;

type Event = Extract<RecordedEmailEvent, { type: 'EmailAccepted' | keyof typeof FIGURE_OF }>;

/** Keyed by workspace and day. An event counts on the day of its own time, whenever it is folded. */
export const dailyAnalytics: Projection<DayDocument, Event> = {
  name: 'daily_analytics',
  version: 1,
  types: ['EmailAccepted', 'Submitted', 'Delivered', 'Bounced', 'Complained', 'Opened', 'Clicked'],
  indexes: { byDay: ['workspace', 'day'] },
  key: ({ metadata }) => `${metadata.workspace}/${dayOf(metadata.at)}`,
  fold: (document, { type, data, metadata: { workspace, at } }) => {
    const day = document ?? { workspace, day: dayOf(at), ...NO_FIGURES };
    if (type === 'EmailAccepted') {
      const accepted = day.accepted + data.recipients.length;
      return { ...day, accepted, creditsUsed: day.creditsUsed + data.credits };
    }
    const figure = FIGURE_OF[type];
    return { ...day, [figure]: day[figure] + 1 };
  },
};

export function addFigures(some: AnalyticsFigures, more: AnalyticsFigures): AnalyticsFigures {
  const sums = ANALYTICS_FIGURES.map((figure) => [figure, some[figure] + more[figure]]);
  return Object.fromEntries(sums) as AnalyticsFigures;
}

/** The UTC day of an instant, YYYY-MM-DD. */
export const dayOf = (at: string): string => at.slice(0, 10);

/** The days with events among `from` to `to`, both YYYY-MM-DD and inclusive, ascending: one index range read. */
export async function daysBetween(
  collection: Collection<DayDocument>,
  workspace: string,
  from: string,
  to: string,
  limit: number,
): Promise<readonly DayDocument[]> {
  const found = await collection.page({ index: 'byDay', equals: [workspace], from, to, limit });
  return found.map(({ document }) => document);
}
