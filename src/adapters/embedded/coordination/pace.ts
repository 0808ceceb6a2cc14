import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Pace } from '../../../ports/pace.ts';

const SECOND_MS = 1_000;
/**
 * Tokens that were taken within this time come back together, with the last of them. This bounds the memory of a
 * workspace, and never grants it more.
 */
const SLOT_MS = 5;
const DAY_MS = 86_400_000;
/**
 * When the counts are written: after a second in which so much of a day was used, or after ten. A kill loses what is not written,
 * and a slow sender need not write with each mail.
 */
const WRITE_SOONEST_MS = 1_000;
const WRITE_AFTER_SHARE = 0.001;
const WRITE_LATEST_MS = 10_000;
const MANY_WORKSPACES = 1_000;
/** Today, yesterday, tomorrow, and one more: a clock that is corrected by a day may come back to it. */
const MAX_DAYS = 4;

interface PaceBounds {
  /** Workspaces in memory from which on those with all tokens are dropped. */
  readonly manyWorkspaces?: number;
}

/**
 * Pace by tokens that come back after a second and by UTC days of the wall clock, counted by the one process that sends.
 * The counts of the days are saved in a file, so that neither a restart, nor a process that takes over, nor a step of
 * the clock grants a day again.
 */
export function openEmbeddedPace(
  file: string,
  { clock, log }: { clock: Clock; log: Log },
  bounds: PaceBounds = {},
): Pace {
  const { manyWorkspaces = MANY_WORKSPACES } = bounds;
  const days = paceDays(file);
  const tokens = new Map<string, ReturnType<typeof paceTokens>>();
  let writtenAtMs = clock.monotonicMs();
  let changed = false;
  /** Of the days of all workspaces, together. */
  let unwrittenShare = 0;

  const write = () => {
    try {
      days.write();
    } catch (error) {
      log.warn({ err: error }, 'the sends of the day could not be saved, a restart may grant them again');
    }
    writtenAtMs = clock.monotonicMs();
    changed = false;
    unwrittenShare = 0;
  };
  const writeWhenTime = (atMs: number) => {
    const passedMs = atMs - writtenAtMs;
    const isMuch = unwrittenShare >= WRITE_AFTER_SHARE && passedMs >= WRITE_SOONEST_MS;
    if (changed && (isMuch || passedMs >= WRITE_LATEST_MS)) write();
  };
  const count = (day: number, workspace: string, sends: number) => {
    if (sends === 0) return;
    days.add(day, workspace, sends);
    changed = true;
  };
  const tokensOf = (workspace: string, nowMs: number) => {
    const known = tokens.get(workspace);
    if (known !== undefined) return known;
    if (tokens.size >= manyWorkspaces)
      for (const [other, theirs] of tokens) if (theirs.inUse(nowMs) === 0) tokens.delete(other);
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
      const leftNow = Math.max(0, perSecond - own.inUse(atMs));
      const granted = Math.min(wanted, leftNow, leftToday);
      const slot = own.take(atMs, granted);
      if (perDay !== null) {
        count(day, workspace, granted);
        unwrittenShare += granted / perDay;
      }
      writeWhenTime(atMs);
      const window = { slot, day: perDay === null ? null : day };
      if (granted === wanted) return { granted, retryAfterMs: 0, window };
      const isDayUsed = granted === leftToday;
      const retryAfterMs = isDayUsed ? (day + 1) * DAY_MS - nowMs : own.nextReturnInMs(atMs);
      return { granted, retryAfterMs, window };
    },
    async refund(workspace, { slot, day }, unused) {
      tokens.get(workspace)?.putBack(slot, unused);
      if (day !== null) count(day, workspace, -unused);
    },
    async close() {
      if (changed) write();
    },
  };
}

/** The tokens of one workspace that are in use, by the slot of time in which they were taken. */
export function paceTokens() {
  let taken: { readonly slot: number; lastMs: number; count: number }[] = [];
  const forget = (nowMs: number) => {
    const first = taken.findIndex(({ lastMs }) => lastMs + SECOND_MS > nowMs);
    taken = first === -1 ? [] : first === 0 ? taken : taken.slice(first);
  };
  return {
    /** How many were taken in the last second. */
    inUse(nowMs: number) {
      forget(nowMs);
      return taken.reduce((sum, { count }) => sum + count, 0);
    },
    /** Milliseconds until the next of them comes back; 0 when none is in use. */
    nextReturnInMs(nowMs: number) {
      forget(nowMs);
      const next = taken.find(({ count }) => count > 0);
      return next === undefined ? 0 : next.lastMs + SECOND_MS - nowMs;
    },
    /** Takes some, and returns the slot for `putBack`. */
    take(nowMs: number, count: number) {
      const slot = Math.floor(nowMs / SLOT_MS);
      const last = taken.at(-1);
      if (last?.slot === slot) {
        last.lastMs = nowMs;
        last.count += count;
      } else if (count > 0) {
        taken.push({ slot, lastMs: nowMs, count });
      }
      return slot;
    },
    /** Puts tokens of a slot back before their time. Tokens that came back already are not counted twice. */
    putBack(slot: number, count: number) {
      const entry = taken.find((one) => one.slot === slot);
      if (entry !== undefined) entry.count = Math.max(0, entry.count - count);
    },
  };
}

/**
 * Sends by UTC day (days since 1970) and workspace, beginning with those that an earlier process has saved. They are read at
 * the first grant and not before: until this process is the one that sends, another may go on saving.
 */
function paceDays(file: string) {
  const days = new LRUCache<number, Map<string, number>>({ max: MAX_DAYS });
  let isRead = false;
  const read = () => {
    isRead = true;
    for (const [day, counts] of savedDays(file)) days.set(day, counts);
  };
  const countsOf = (day: number): Map<string, number> => {
    if (!isRead) read();
    const counts = days.get(day) ?? new Map<string, number>();
    days.set(day, counts);
    return counts;
  };
  return {
    /** Sends of the workspace in that day so far. */
    of: (day: number, workspace: string) => countsOf(day).get(workspace) ?? 0,
    add(day: number, workspace: string, sends: number) {
      const counts = countsOf(day);
      counts.set(workspace, Math.max(0, (counts.get(workspace) ?? 0) + sends));
    },
    /** @throws the file system's error; the earlier file then stays whole */
    write() {
      // `dump` gives the day used last as the last one, as `savedDays` reads them.
      const saved = days.dump().map(([day, { value }]) => ({ day, sends: Object.fromEntries(value) }));
      writeFileSync(`${file}.new`, JSON.stringify({ days: saved }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

/** None when there is no file. What does not have the form of `write` is ignored: it must not keep a service from starting. */
function savedDays(file: string): [day: number, counts: Map<string, number>][] {
  let saved: unknown;
  try {
    saved = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
  const days = isObject(saved) && Array.isArray(saved.days) ? (saved.days as readonly unknown[]) : [];
  return days.slice(-MAX_DAYS).flatMap((one): [number, Map<string, number>][] => {
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
