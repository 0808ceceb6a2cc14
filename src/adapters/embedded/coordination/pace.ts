import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Pace } from '../../../ports/pace.ts';
import { paceDaysIn } from './paceDays.ts';
import { type PaceTokens, paceTokens } from './paceTokens.ts';

const DAY_MS = 86_400_000;
/** How old the counts in the file may be: what a kill forgets of a day. */
const WRITE_EVERY_MS = 1_000;
const MANY_WORKSPACES = 1_000;

/**
 * Pace by tokens that come back with the time that passes and by UTC days of the wall clock, counted by the one process
 * that sends. The counts of the days are kept in a file, so that neither a restart nor a step of the clock grants a day
 * again.
 * @param manyWorkspaces workspaces whose tokens are known before those without one out are forgotten
 */
export function openEmbeddedPace(
  file: string,
  { clock, log, manyWorkspaces = MANY_WORKSPACES }: { clock: Clock; log: Log; manyWorkspaces?: number },
): Pace {
  const days = paceDaysIn(file);
  const tokens = new Map<string, PaceTokens>();
  let writtenAtMs = clock.monotonicMs();
  let changed = false;

  const write = () => {
    try {
      days.write(file);
    } catch (error) {
      log.warn({ err: error }, 'the sends of the day could not be kept, a restart may grant them again');
    }
    writtenAtMs = clock.monotonicMs();
    changed = false;
  };
  const count = (day: number, workspace: string, sends: number) => {
    if (sends === 0) return;
    days.add(day, workspace, sends);
    changed = true;
  };
  const tokensOf = (workspace: string, nowMs: number): PaceTokens => {
    const known = tokens.get(workspace);
    if (known !== undefined) return known;
    if (tokens.size >= manyWorkspaces)
      for (const [other, theirs] of tokens) if (theirs.out(nowMs) === 0) tokens.delete(other);
    const own = paceTokens();
    tokens.set(workspace, own);
    return own;
  };

  return {
    async take(workspace, { perSecond, perDay }, wanted) {
      const atMs = clock.monotonicMs();
      const nowMs = clock.nowMs();
      const day = Math.floor(nowMs / DAY_MS);
      const own = tokensOf(workspace, atMs);
      const leftToday = perDay === null ? wanted : Math.max(0, perDay - days.of(day, workspace));
      const inHand = Math.max(0, perSecond - own.out(atMs));
      const granted = Math.min(wanted, inHand, leftToday);
      const slot = own.take(atMs, granted);
      if (perDay !== null) count(day, workspace, granted);
      if (changed && atMs - writtenAtMs >= WRITE_EVERY_MS) write();
      const window = { slot, day: perDay === null ? null : day };
      if (granted === wanted) return { granted, retryAfterMs: 0, window };
      const isDayOver = granted === leftToday;
      return {
        granted,
        retryAfterMs: isDayOver ? (day + 1) * DAY_MS - nowMs : own.nextBackInMs(atMs),
        window,
      };
    },
    async giveBack(workspace, { slot, day }, unused) {
      tokens.get(workspace)?.putBack(slot, unused);
      if (day !== null) count(day, workspace, -unused);
    },
    async close() {
      if (changed) write();
    },
  };
}
