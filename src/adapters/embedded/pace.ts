import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Pace } from '../../ports/pace.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** How old the counts in the file may be: what a kill forgets of a day. */
const WRITE_EVERY_MS = 1_000;

interface Used {
  second: number;
  inSecond: number;
  day: number;
  inDay: number;
}

/** As the counts lie in the file: sends of the day by workspace. */
interface KeptDay {
  readonly day: number;
  readonly sends: Readonly<Record<string, number>>;
}

/**
 * Pace by whole seconds and UTC days, counted by the one process that sends. The counts of the day are kept in a
 * file, so that a restart does not grant the day anew.
 */
export function openEmbeddedPace(file: string, { clock, log }: { clock: Clock; log: Log }): Pace {
  const used = new Map<string, Used>();
  const { day: keptDay, sends } = keptIn(file);
  for (const [workspace, inDay] of Object.entries(sends))
    used.set(workspace, { second: 0, inSecond: 0, day: keptDay, inDay });
  let writtenAtMs = clock.nowMs();
  let changed = false;

  const write = () => {
    const day = Math.floor(clock.nowMs() / DAY_MS);
    const today = [...used].filter(([, count]) => count.day === day);
    const kept: KeptDay = {
      day,
      sends: Object.fromEntries(today.map(([workspace, { inDay }]) => [workspace, inDay])),
    };
    try {
      writeFileSync(`${file}.new`, JSON.stringify(kept));
      renameSync(`${file}.new`, file);
    } catch (error) {
      log.warn({ err: error }, 'the sends of the day could not be kept, a restart may grant them again');
    }
    writtenAtMs = clock.nowMs();
    changed = false;
  };

  return {
    async take(workspace, { perSecond, perDay }, wanted) {
      const nowMs = clock.nowMs();
      const second = Math.floor(nowMs / SECOND_MS);
      const day = Math.floor(nowMs / DAY_MS);
      const count = used.get(workspace) ?? { second, inSecond: 0, day, inDay: 0 };
      used.set(workspace, count);
      if (count.second !== second) Object.assign(count, { second, inSecond: 0 });
      if (count.day !== day) Object.assign(count, { day, inDay: 0 });
      const granted = Math.max(0, Math.min(wanted, perSecond - count.inSecond, perDay - count.inDay));
      count.inSecond += granted;
      count.inDay += granted;
      changed ||= granted > 0;
      if (changed && nowMs - writtenAtMs >= WRITE_EVERY_MS) write();
      if (granted === wanted) return { granted, retryAfterMs: 0 };
      const next = count.inDay >= perDay ? (day + 1) * DAY_MS : (second + 1) * SECOND_MS;
      return { granted, retryAfterMs: next - nowMs };
    },
    async close() {
      if (changed) write();
    },
  };
}

/** What an earlier process counted; nothing where there is no file or a torn one. */
function keptIn(file: string): KeptDay {
  try {
    const { day, sends } = JSON.parse(readFileSync(file, 'utf8')) as KeptDay;
    return { day, sends };
  } catch {
    return { day: 0, sends: {} };
  }
}
