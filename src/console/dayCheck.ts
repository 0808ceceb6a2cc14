import { documentsAsOf } from '../audit/asOf.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { type DayDocument, dailyAnalytics } from '../projections/dailyAnalytics.ts';
import { inBackground, type Work } from './background.ts';

/** `events`: those of the log that were folded; `counted`: those of them of this day. */
export interface DaySums {
  readonly events: number;
  readonly counted: number;
}

export interface DayChecked extends DaySums {
  /** What the read model says, and up to which event. */
  readonly stored: Stored<DayDocument> | null;
  /** What the log says up to the same event. */
  readonly byLog: DayDocument | null;
}

/** Folds the log again for single days: it is compared as it was at the last event that the read model has of the day. */
export function dayCheck({ store, clock }: Ledger, days: Pick<Collection<DayDocument>, 'get'>) {
  const check = inBackground<DaySums, DayChecked>(clock, { events: 0, counted: 0 });
  return (workspace: string, day: string): Work<DaySums, DayChecked> => {
    const key = `${workspace}/${day}`;
    return check(key, async (onProgress) => {
      const stored = await days.get(key);
      const until = { position: stored?.position ?? (await store.head()) };
      let sums: DaySums = { events: 0, counted: 0 };
      const found = await documentsAsOf(store, dailyAnalytics, [key], until, (events, own) => {
        sums = { events: sums.events + events, counted: sums.counted + own };
        onProgress(sums);
      });
      return { ...sums, stored, byLog: found.get(key)?.document ?? null };
    });
  };
}
