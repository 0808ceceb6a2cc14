import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Sends by UTC day (days since 1970) and workspace. */
export interface PaceDays {
  /** Sends of the workspace in that day so far. */
  of(day: number, workspace: string): number;
  add(day: number, workspace: string, sends: number): void;
  /** @throws the file system's error; what was there before stays whole */
  write(file: string): void;
}

/** Today, its neighbours, and one more: what a clock that is set right by a day may come back to. */
const KEPT_DAYS = 4;

/** The days that an earlier process counted; none where there is no file, or one that is not ours to read. */
export function paceDaysIn(file: string): PaceDays {
  // The day used last is the last: the first one goes when there are too many.
  const days = new Map<number, Map<string, number>>(keptIn(file));
  const countsOf = (day: number): Map<string, number> => {
    const counts = days.get(day) ?? new Map<string, number>();
    days.delete(day);
    days.set(day, counts);
    for (const oldest of days.keys()) {
      if (days.size <= KEPT_DAYS) break;
      days.delete(oldest);
    }
    return counts;
  };
  return {
    of: (day, workspace) => countsOf(day).get(workspace) ?? 0,
    add(day, workspace, sends) {
      const counts = countsOf(day);
      counts.set(workspace, Math.max(0, (counts.get(workspace) ?? 0) + sends));
    },
    write(path) {
      const kept = [...days].map(([day, counts]) => ({ day, sends: Object.fromEntries(counts) }));
      writeFileSync(`${path}.new`, JSON.stringify({ days: kept }), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/** Whatever has not the form that `write` gives is passed over: a pace must not keep a service from starting. */
function keptIn(file: string): [day: number, counts: Map<string, number>][] {
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
  const days = isObject(kept) && Array.isArray(kept.days) ? (kept.days as readonly unknown[]) : [];
  return days.slice(-KEPT_DAYS).flatMap((one): [number, Map<string, number>][] => {
    if (!isObject(one) || !isCount(one.day) || !isObject(one.sends)) return [];
    const counts = Object.entries(one.sends).filter((entry): entry is [string, number] => isCount(entry[1]));
    return [[one.day, new Map(counts)]];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
