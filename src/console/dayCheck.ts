import { LRUCache } from 'lru-cache';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { BEGINNING } from '../events/event.ts';
import { type DayDocument, dailyAnalytics } from '../projections/dailyAnalytics.ts';

/** How far the check of a day is. `events`: those of the log that were folded; `counted`: those of them of this day. */
export interface DayChecking {
  readonly status: 'running' | 'done';
  readonly events: number;
  readonly counted: number;
  readonly document: DayDocument | null;
}

const PAGE = 500;
const KEPT = 20;
/** A result is shown this long; then the log is folded again. */
const SHOWN_MS = 60_000;

/**
 * Folds the log again for single days, one after another and without holding up a page: `of` begins a check, or gives how
 * far it is.
 */
export function dayCheck({ store, clock }: Ledger): { of(workspace: string, day: string): DayChecking } {
  const checks = new LRUCache<string, { state: DayChecking; endedAtMs: number | null }>({ max: KEPT });
  let last: Promise<void> = Promise.resolve();

  const run = async (key: string, check: { state: DayChecking; endedAtMs: number | null }) => {
    let document: DayDocument | null = null;
    for (let after = BEGINNING; ; ) {
      const { events, position, caughtUp } = await store.readAll({
        after,
        limit: PAGE,
        types: dailyAnalytics.types,
      });
      const own = (events as readonly RecordedEmailEvent[]).filter(
        (event) => dailyAnalytics.key(event) === key,
      );
      for (const event of own) document = dailyAnalytics.fold(document, event);
      const { events: before, counted } = check.state;
      const sums = { events: before + events.length, counted: counted + own.length };
      check.state = { status: caughtUp ? 'done' : 'running', ...sums, document };
      if (caughtUp) break;
      after = position;
    }
    check.endedAtMs = clock.monotonicMs();
  };
  return {
    of(workspace, day) {
      const key = `${workspace}/${day}`;
      const known = checks.get(key);
      const isOld = known?.endedAtMs != null && clock.monotonicMs() - known.endedAtMs > SHOWN_MS;
      if (known !== undefined && !isOld) return known.state;
      const check = {
        state: { status: 'running' as const, events: 0, counted: 0, document: null } as DayChecking,
        endedAtMs: null as number | null,
      };
      checks.set(key, check);
      // One that fails is begun again when it is asked for.
      last = last.then(() => run(key, check)).catch(() => void checks.delete(key));
      return check.state;
    },
  };
}
