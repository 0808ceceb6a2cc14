// src/adapters/embedded/coordination/pace.ts
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
var SECOND_MS = 1e3;
var SLOT_MS = 5;
var DAY_MS = 864e5;
var WRITE_SOONEST_MS = 1e3;
var WRITE_AFTER_SHARE = 1e-3;
var WRITE_LATEST_MS = 1e4;
var MANY_WORKSPACES = 1e3;
var MAX_DAYS = 4;
function openEmbeddedPace(file, { clock, log, manyWorkspaces = MANY_WORKSPACES }) {
  const days = paceDays(file);
  const tokens = /* @__PURE__ */ new Map();
  let writtenAtMs = clock.monotonicMs();
  let changed = false;
  let unwrittenShare = 0;
  const write = () => {
    try {
      days.write();
    } catch (error) {
      log.warn({ err: error }, "the sends of the day could not be saved, a restart may grant them again");
    }
    writtenAtMs = clock.monotonicMs();
    changed = false;
    unwrittenShare = 0;
  };
  const writeWhenTime = (atMs) => {
    const passedMs = atMs - writtenAtMs;
    const isMuch = unwrittenShare >= WRITE_AFTER_SHARE && passedMs >= WRITE_SOONEST_MS;
    if (changed && (isMuch || passedMs >= WRITE_LATEST_MS)) write();
  };
  const count = (day, workspace, sends) => {
    if (sends === 0) return;
    days.add(day, workspace, sends);
    changed = true;
  };
  const tokensOf = (workspace, nowMs) => {
    const known = tokens.get(workspace);
    if (known !== void 0) return known;
    if (tokens.size >= manyWorkspaces) {
      for (const [other, theirs] of tokens) if (theirs.inUse(nowMs) === 0) tokens.delete(other);
    }
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
    async giveBack(workspace, { slot, day }, unused) {
      tokens.get(workspace)?.putBack(slot, unused);
      if (day !== null) count(day, workspace, -unused);
    },
    async close() {
      if (changed) write();
    }
  };
}
function paceTokens() {
  let taken = [];
  const forget = (nowMs) => {
    const first = taken.findIndex(({ lastMs }) => lastMs + SECOND_MS > nowMs);
    taken = first === -1 ? [] : first === 0 ? taken : taken.slice(first);
  };
  return {
    /** How many were taken in the last second. */
    inUse(nowMs) {
      forget(nowMs);
      return taken.reduce((sum, { count }) => sum + count, 0);
    },
    /** Milliseconds until the next of them comes back; 0 when none is in use. */
    nextReturnInMs(nowMs) {
      forget(nowMs);
      const next = taken.find(({ count }) => count > 0);
      return next === void 0 ? 0 : next.lastMs + SECOND_MS - nowMs;
    },
    /** Takes some, and returns the slot for `putBack`. */
    take(nowMs, count) {
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
    putBack(slot, count) {
      const entry = taken.find((one) => one.slot === slot);
      if (entry !== void 0) entry.count = Math.max(0, entry.count - count);
    }
  };
}
function paceDays(file) {
  const days = new LRUCache({ max: MAX_DAYS });
  let isRead = false;
  const read = () => {
    isRead = true;
    for (const [day, counts] of savedDays(file)) days.set(day, counts);
  };
  const countsOf = (day) => {
    if (!isRead) read();
    const counts = days.get(day) ?? /* @__PURE__ */ new Map();
    days.set(day, counts);
    return counts;
  };
  return {
    /** Sends of the workspace in that day so far. */
    of: (day, workspace) => countsOf(day).get(workspace) ?? 0,
    add(day, workspace, sends) {
      const counts = countsOf(day);
      counts.set(workspace, Math.max(0, (counts.get(workspace) ?? 0) + sends));
    },
    /** @throws the file system's error; the earlier file then stays whole */
    write() {
      const saved = days.dump().map(([day, { value }]) => ({ day, sends: Object.fromEntries(value) }));
      writeFileSync(`${file}.new`, JSON.stringify({ days: saved }), { mode: 384 });
      renameSync(`${file}.new`, file);
    }
  };
}
function savedDays(file) {
  let saved;
  try {
    saved = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
  const days = isObject(saved) && Array.isArray(saved.days) ? saved.days : [];
  return days.slice(-MAX_DAYS).flatMap((one) => {
    if (!isObject(one) || !isCount(one.day) || !isObject(one.sends)) return [];
    const counts = Object.entries(one.sends).filter((entry) => isCount(entry[1]));
    return [[one.day, new Map(counts)]];
  });
}
function isObject(value) {
  return typeof value === "object" && value !== null;
}
function isCount(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
export {
  openEmbeddedPace,
  paceTokens
};
//# sourceMappingURL=pace.js.map
