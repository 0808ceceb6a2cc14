import type { Log } from '../../ports/log.ts';
import type { Pace, PaceGrant } from '../../ports/pace.ts';
import { type RedisConnection, RedisUnavailable, script } from './connection.ts';

const DAY_MS = 86_400_000;

/** When to ask again while Redis does not answer. */
const RETRY_WHILE_DOWN_MS = 1_000;

/** How long a workspace's counts stay after its last send: they are still there after the clock was corrected by a day. */
const COUNTS_TTL_MS = 2 * DAY_MS;

const SECOND_MS = 1_000;
/** Tokens that were taken within this time come back together, with the last of them. */
const SLOT_MS = 5;

/**
 * The tokens that are out, as `slot:last:count` with a space after each, in the order in which they were taken, without
 * those that have come back by time.
 */
const READ_OUT = `
local function readOut(text, now)
  local out, total = {}, 0
  for slot, last, count in string.gmatch(text or '', '(%d+):(%d+):(%d+) ') do
    -- One in the future is from before a step of the clock.
    if tonumber(last) <= now and tonumber(last) + ${SECOND_MS} > now then
      out[#out + 1] = {tonumber(slot), tonumber(last), tonumber(count)}
      total = total + tonumber(count)
    end
  end
  return out, total
end
local function written(out)
  local parts = {}
  for i, entry in ipairs(out) do
    if entry[3] > 0 then parts[#parts + 1] = string.format('%.0f:%.0f:%.0f ', entry[1], entry[2], entry[3]) end
  end
  return table.concat(parts)
end
local function nowOr(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/**
 * The tokens of the last second and counts of UTC days, in one hash per workspace. A day has two counts that only grow: sends
 * taken and sends given back, so that the higher of two values is always the later one. Arguments: sends wanted,
 * limits a second and a day ('' for none), then the day and its counts as the caller last saw them, then the time or ''
 * for Redis's clock. Answers the grant, the wait, the slot, the day and its counts. Yesterday's counts stay; older ones are
 * removed.
 */
const TAKE = script(`${READ_OUT}
local now = nowOr(ARGV[7])
local slot = math.floor(now / ${SLOT_MS})
local day = math.floor(now / ${DAY_MS})
local held = redis.call('HMGET', KEYS[1], 'out', 'taken:' .. day, 'back:' .. day)
local out, inSecond = readOut(held[1], now)
local taken = tonumber(held[2] or 0)
local back = tonumber(held[3] or 0)
if tonumber(ARGV[4]) == day then
  taken = math.max(taken, tonumber(ARGV[5]))
  back = math.max(back, tonumber(ARGV[6]))
end
local wanted = tonumber(ARGV[1])
local leftToday = wanted
if ARGV[3] ~= '' then leftToday = math.max(0, tonumber(ARGV[3]) - (taken - back)) end
local granted = math.max(0, math.min(wanted, tonumber(ARGV[2]) - inSecond, leftToday))
if granted > 0 then
  local last = out[#out]
  if last and last[1] == slot then
    last[2] = now
    last[3] = last[3] + granted
  else
    out[#out + 1] = {slot, now, granted}
  end
  if ARGV[3] ~= '' then taken = taken + granted end
end
local wait = 0
if granted < wanted then
  if granted == leftToday then wait = (day + 1) * ${DAY_MS} - now
  elseif out[1] then wait = out[1][2] + ${SECOND_MS} - now end
end
redis.call('HSET', KEYS[1], 'out', written(out), 'taken:' .. day, taken, 'back:' .. day, back)
for past = day - 3, day - 2 do redis.call('HDEL', KEYS[1], 'taken:' .. past, 'back:' .. past) end
redis.call('PEXPIRE', KEYS[1], ${COUNTS_TTL_MS})
return {granted, wait, slot, day, taken, back}
`);

/** Arguments: sends given back, the slot and the day of their grant ('' for none), the time. Answers the sends of the day that were given back. */
const GIVE_BACK = script(`${READ_OUT}
local unused = tonumber(ARGV[1])
local text = redis.call('HGET', KEYS[1], 'out')
if not text then return 0 end
local out = readOut(text, nowOr(ARGV[4]))
for _, entry in ipairs(out) do
  if entry[1] == tonumber(ARGV[2]) then entry[3] = math.max(0, entry[3] - unused) end
end
redis.call('HSET', KEYS[1], 'out', written(out))
if ARGV[3] == '' then return 0 end
local held = redis.call('HMGET', KEYS[1], 'taken:' .. ARGV[3], 'back:' .. ARGV[3])
if not held[1] then return 0 end
local back = math.min(tonumber(held[1]), tonumber(held[2] or 0) + unused)
redis.call('HSET', KEYS[1], 'back:' .. ARGV[3], back)
return back
`);

/** Counts of a day as Redis last answered them. */
interface DayCounts {
  readonly taken: number;
  readonly back: number;
}

/**
 * One pace for all processes, by Redis's clock, so that processes whose clocks differ agree on the second.
 * While Redis does not answer nothing is granted: without a shared pace each process would use the whole
 * limit. A Redis that was emptied has all tokens again, but no counts of the day: each process sends it the
 * highest counts it has seen.
 * `nowMs` replaces Redis's clock in tests.
 */
export function redisPace(connection: RedisConnection, log: Log, nowMs?: () => number): Pace {
  let today = -1;
  let seen = new Map<string, DayCounts>();
  const remember = (workspace: string, day: number, { taken, back }: DayCounts) => {
    if (day !== today) seen = new Map();
    today = day;
    const before = seen.get(workspace) ?? { taken: 0, back: 0 };
    seen.set(workspace, { taken: Math.max(before.taken, taken), back: Math.max(before.back, back) });
  };
  const keyOf = (workspace: string) => `postledger:pace:${workspace}`;

  return {
    async take(workspace, { perSecond, perDay }, wanted): Promise<PaceGrant> {
      try {
        const answer = await connection.run(TAKE, keyOf(workspace), [
          wanted,
          perSecond,
          perDay ?? '',
          today,
          seen.get(workspace)?.taken ?? 0,
          seen.get(workspace)?.back ?? 0,
          nowMs?.() ?? '',
        ]);
        const [granted = 0, retryAfterMs = RETRY_WHILE_DOWN_MS, slot = -1, day = -1, taken = 0, back = 0] =
          answer as number[];
        remember(workspace, day, { taken, back });
        return { granted, retryAfterMs, window: { slot, day: perDay === null ? null : day } };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ workspace, reason: error.message }, 'nothing may be sent while Redis does not answer');
        return { granted: 0, retryAfterMs: RETRY_WHILE_DOWN_MS, window: { slot: -1, day: null } };
      }
    },
    async refund(workspace, { slot, day }, unused) {
      try {
        const back = await connection.run(GIVE_BACK, keyOf(workspace), [
          unused,
          slot,
          day ?? '',
          nowMs?.() ?? '',
        ]);
        if (day !== null && day === today) remember(workspace, day, { taken: 0, back: Number(back) });
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ workspace, reason: error.message }, 'sends that did not happen stay counted');
      }
    },
    close: () => connection.close(),
  };
}
