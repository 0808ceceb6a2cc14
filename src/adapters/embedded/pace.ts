import type { Clock } from '../../ports/clock.ts';
import type { Pace } from '../../ports/pace.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

interface Used {
  second: number;
  inSecond: number;
  day: number;
  inDay: number;
}

/** Pace counted in this process, by whole seconds and UTC days. */
export function inMemoryPace(clock: Clock): Pace {
  const used = new Map<string, Used>();
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
      if (granted === wanted) return { granted, retryAfterMs: 0 };
      const next = count.inDay >= perDay ? (day + 1) * DAY_MS : (second + 1) * SECOND_MS;
      return { granted, retryAfterMs: next - nowMs };
    },
    close: async () => {},
  };
}
