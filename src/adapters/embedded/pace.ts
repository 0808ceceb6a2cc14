import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Pace } from '../../ports/pace.ts';
import { paceDaysIn } from './paceDays.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** How old the counts in the file may be: what a kill forgets of a day. */
const WRITE_EVERY_MS = 1_000;

/**
 * Pace by seconds that pass and UTC days of the wall clock, counted by the one process that sends. The counts of the
 * days are kept in a file, so that neither a restart nor a step of the clock grants a day again.
 */
export function openEmbeddedPace(file: string, { clock, log }: { clock: Clock; log: Log }): Pace {
  const days = paceDaysIn(file);
  let second = -1;
  let inSecond = new Map<string, number>();
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
    inSecond.set(workspace, Math.max(0, (inSecond.get(workspace) ?? 0) + sends));
    days.add(day, workspace, sends);
    changed = true;
  };
  const begin = () => {
    const now = Math.floor(clock.monotonicMs() / SECOND_MS);
    if (now === second) return;
    second = now;
    inSecond = new Map();
  };

  return {
    async take(workspace, { perSecond, perDay }, wanted) {
      begin();
      const nowMs = clock.nowMs();
      const day = Math.floor(nowMs / DAY_MS);
      const leftToday = Math.max(0, perDay - days.of(day, workspace));
      const leftNow = Math.max(0, perSecond - (inSecond.get(workspace) ?? 0));
      const granted = Math.min(wanted, leftNow, leftToday);
      count(day, workspace, granted);
      if (changed && clock.monotonicMs() - writtenAtMs >= WRITE_EVERY_MS) write();
      const window = { second, day };
      if (granted === wanted) return { granted, retryAfterMs: 0, window };
      const untilSecondMs = (second + 1) * SECOND_MS - clock.monotonicMs();
      return {
        granted,
        retryAfterMs: granted === leftToday ? (day + 1) * DAY_MS - nowMs : untilSecondMs,
        window,
      };
    },
    async giveBack(workspace, window, unused) {
      begin();
      if (window.second === second) return count(window.day, workspace, -unused);
      days.add(window.day, workspace, -unused);
      changed = true;
    },
    async close() {
      if (changed) write();
    },
  };
}
