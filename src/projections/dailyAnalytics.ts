import type { RecordedEmailEvent } from '../events/email.ts';
import { dayOf } from '../events/fieldPatterns.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';

/** The figures of an analytics row (spec section 2.10). All but `creditsUsed` count recipients. */
export const NO_FIGURES = {
  accepted: 0,
  submitted: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  opened: 0,
  clicked: 0,
  creditsUsed: 0,
};
type Figure = keyof typeof NO_FIGURES;
export type AnalyticsFigures = Readonly<Record<Figure, number>>;

/** What happened to a workspace's email on one UTC day. */
export interface DayDocument extends AnalyticsFigures {
  readonly workspace: string;
  /** YYYY-MM-DD. */
  readonly day: string;
}

function dayAt(
  document: DayDocument | null,
  { metadata: { workspace, at } }: RecordedEmailEvent,
): DayDocument {
  return document ?? { workspace, day: dayOf(at), ...NO_FIGURES };
}

const counted =
  (figure: Figure) =>
  (document: DayDocument | null, event: RecordedEmailEvent): DayDocument => {
    const day = dayAt(document, event);
    return { ...day, [figure]: day[figure] + 1 };
  };

/** Counts each recipient once, without programs that open mail before its reader. */
const countedOnce = (figure: 'bounced' | 'opened' | 'clicked') => {
  const count = counted(figure);
  return (
    document: DayDocument | null,
    event: Extract<RecordedEmailEvent, { type: 'Bounced' | 'Opened' | 'Clicked' }>,
  ): DayDocument => {
    const isIgnored = event.data.repeated || (event.type !== 'Bounced' && event.data.automated);
    return isIgnored ? dayAt(document, event) : count(document, event);
  };
};

/** Keyed by workspace and day. An event counts on the day of its own time, not of its folding. */
export const dailyAnalytics = projection<DayDocument, RecordedEmailEvent>({
  name: 'daily_analytics',
  version: 2,
  indexes: { byDay: ['workspace', 'day'] },
  key: ({ metadata }) => `${metadata.workspace}/${dayOf(metadata.at)}`,
  on: {
    EmailAccepted: (document, event) => {
      const day = dayAt(document, event);
      const { recipients, credits } = event.data;
      if (recipients.length === 0 && credits === 0) return day;
      const accepted = day.accepted + recipients.length;
      return { ...day, accepted, creditsUsed: day.creditsUsed + credits };
    },
    Submitted: counted('submitted'),
    Delivered: counted('delivered'),
    Bounced: countedOnce('bounced'),
    Complained: counted('complained'),
    Opened: countedOnce('opened'),
    Clicked: countedOnce('clicked'),
    SubmissionAttempted: 'ignored',
    DeliveryDelayed: 'ignored',
    Rejected: 'ignored',
    RenderingFailed: 'ignored',
    Unsubscribed: 'ignored',
    ReportKept: 'ignored',
    Resubscribed: 'ignored',
  },
});

export function addFigures(some: AnalyticsFigures, more: AnalyticsFigures): AnalyticsFigures {
  const figures = Object.keys(NO_FIGURES) as Figure[];
  const sums = figures.map((figure) => [figure, some[figure] + more[figure]]);
  return Object.fromEntries(sums) as AnalyticsFigures;
}

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
