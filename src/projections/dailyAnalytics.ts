import type { RecordedEmailEvent } from '../events/email.ts';
import { dayOf } from '../events/fieldForms.ts';
import type { Collection } from '../ports/documents.ts';
import { projection } from '../runtime/fold/projection.ts';

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

function dayAt(
  document: DayDocument | null,
  { metadata: { workspace, at } }: RecordedEmailEvent,
): DayDocument {
  return document ?? { workspace, day: dayOf(at), ...NO_FIGURES };
}

const counted =
  (figure: keyof AnalyticsFigures) =>
  (document: DayDocument | null, event: RecordedEmailEvent): DayDocument => {
    const day = dayAt(document, event);
    return { ...day, [figure]: day[figure] + 1 };
  };

/** Each recipient once, and no program that reads mail before its reader. */
const countedOnce = (figure: 'opened' | 'clicked') => {
  const count = counted(figure);
  return (
    document: DayDocument | null,
    event: Extract<RecordedEmailEvent, { type: 'Opened' | 'Clicked' }>,
  ): DayDocument => {
    const { automated, repeated } = event.data;
    return automated || repeated ? dayAt(document, event) : count(document, event);
  };
};

/** Keyed by workspace and day. An event counts on the day of its own time, whenever it is folded. */
export const dailyAnalytics = projection<DayDocument, RecordedEmailEvent>({
  name: 'daily_analytics',
  version: 1,
  indexes: { byDay: ['workspace', 'day'] },
  key: ({ metadata }) => `${metadata.workspace}/${dayOf(metadata.at)}`,
  on: {
    EmailAccepted: (document, event) => {
      const day = dayAt(document, event);
      const { recipients, credits } = event.data;
      if (recipients.length === 0 && credits === 0) return day;
      return {
        ...day,
        accepted: day.accepted + recipients.length,
        creditsUsed: day.creditsUsed + credits,
      };
    },
    Submitted: counted('submitted'),
    Delivered: counted('delivered'),
    Bounced: counted('bounced'),
    Complained: counted('complained'),
    Opened: countedOnce('opened'),
    Clicked: countedOnce('clicked'),
    SubmissionAttempted: 'passed over',
    DeliveryDelayed: 'passed over',
    Rejected: 'passed over',
    RenderingFailed: 'passed over',
    Unsubscribed: 'passed over',
    Resubscribed: 'passed over',
  },
});

export function addFigures(some: AnalyticsFigures, more: AnalyticsFigures): AnalyticsFigures {
  const sums = ANALYTICS_FIGURES.map((figure) => [figure, some[figure] + more[figure]]);
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
