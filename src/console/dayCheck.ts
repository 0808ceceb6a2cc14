import { LRUCache } from 'lru-cache';
import { documentsAsOf } from '../audit/asOf.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { type DayDocument, dailyAnalytics } from '../projections/dailyAnalytics.ts';

/** How far the check of a day is. `events`: those of the log that were folded; `counted`: those of them of this day. */
export interface DayChecking {
  readonly status: 'running' | 'done';
  readonly events: number;
  readonly counted: number;
  /** What the read model says, and up to which event. */
  readonly stored: Stored<DayDocument> | null;
  /** What the log says up to the same event. */
  readonly byLog: DayDocument | null;
}

const KEPT = 20;
/** A result is shown this long; then the log is folded again. */
const SHOWN_MS = 60_000;
const BEGUN: DayChecking = { status: 'running', events: 0, counted: 0, stored: null, byLog: null };

interface Check {
  state: DayChecking;
  endedAtMs: number | null;
}

/**
 * Folds the log again for single days, one after another and without holding up a page: `of` begins a check, or gives how
 * far it is. The log is compared as it was at the last event that the read model has of the day.
 */
export function dayCheck(
  { store, clock }: Ledger,
  days: Pick<Collection<DayDocument>, 'get'>,
): { of(workspace: string, day: string): DayChecking } {
  const checks = new LRUCache<string, Check>({ max: KEPT });
  let last: Promise<void> = Promise.resolve();

  const run = async (key: string, check: Check) => {
    const stored = await days.get(key);
    const until = { position: stored?.position ?? (await store.head()) };
    let sums = { events: 0, counted: 0 };
    const onLooked = (events: number, own: number) => {
      sums = { events: sums.events + events, counted: sums.counted + own };
      check.state = { ...BEGUN, ...sums, stored };
    };
    const found = await documentsAsOf(store, dailyAnalytics, [key], until, onLooked);
    const byLog = found.get(key)?.document ?? null;
    check.state = { status: 'done', ...sums, stored, byLog };
    check.endedAtMs = clock.monotonicMs();
  };
  return {
    of(workspace, day) {
      const key = `${workspace}/${day}`;
      const known = checks.get(key);
      const isOld = known?.endedAtMs != null && clock.monotonicMs() - known.endedAtMs > SHOWN_MS;
      if (known !== undefined && !isOld) return known.state;
      const check: Check = { state: BEGUN, endedAtMs: null };
      checks.set(key, check);
      // One that fails is begun again when it is asked for.
      last = last.then(() => run(key, check)).catch(() => void checks.delete(key));
      return check.state;
    },
  };
}
