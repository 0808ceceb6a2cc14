import type { Log } from '../../ports/log.ts';
import type { Pace, PaceGrant } from '../../ports/pace.ts';
import { type RedisConnection, RedisUnavailable, script } from './connection.ts';

const DAY_MS = 86_400_000;

/** When to ask again while Redis does not answer. */
const RETRY_WHILE_DOWN_MS = 1_000;

/** How long a workspace's counts outlive its last send: a clock set right by a day finds them. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Counts of the running second and of UTC days, in one hash a workspace. A day has two counts that only grow, what was
 * taken and what of it was given back, so that the higher of two is always the later one. Arguments: sends wanted,
 * limits a second and a day, then the day and its counts as the caller last saw them, then the time or '' for Redis's
 * own. Answers the grant, the wait, the second, the day and its counts. Yesterday's counts stay; those before it go.
 */
const TAKE = script(`
local now
if ARGV[7] == '' then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
else
  now = tonumber(ARGV[7])
end
local second = math.floor(now / 1000)
local day = math.floor(now / ${DAY_MS})
local held = redis.call('HMGET', KEYS[1], 'second', 'inSecond', 'taken:' .. day, 'back:' .. day)
local inSecond = tonumber(held[1]) == second and tonumber(held[2]) or 0
local taken = tonumber(held[3] or 0)
local back = tonumber(held[4] or 0)
if tonumber(ARGV[4]) == day then
  taken = math.max(taken, tonumber(ARGV[5]))
  back = math.max(back, tonumber(ARGV[6]))
end
local wanted = tonumber(ARGV[1])
local leftToday = math.max(0, tonumber(ARGV[3]) - (taken - back))
local granted = math.max(0, math.min(wanted, tonumber(ARGV[2]) - inSecond, leftToday))
local wait = 0
if granted < wanted then
  wait = granted == leftToday and (day + 1) * ${DAY_MS} - now or (second + 1) * 1000 - now
end
taken = taken + granted
redis.call('HSET', KEYS[1], 'second', second, 'inSecond', inSecond + granted, 'taken:' .. day, taken, 'back:' .. day, back)
for past = day - 3, day - 2 do redis.call('HDEL', KEYS[1], 'taken:' .. past, 'back:' .. past) end
redis.call('PEXPIRE', KEYS[1], ${KEPT_MS})
return {granted, wait, second, day, taken, back}
`);

/** Arguments: sends given back, the second and the day of their grant. Answers what of the day was given back. */
const GIVE_BACK = script(`
local unused = tonumber(ARGV[1])
local held = redis.call('HMGET', KEYS[1], 'second', 'inSecond', 'taken:' .. ARGV[3], 'back:' .. ARGV[3])
if held[1] == ARGV[2] then
  redis.call('HSET', KEYS[1], 'inSecond', math.max(0, tonumber(held[2]) - unused))
end
if not held[3] then return 0 end
local back = math.min(tonumber(held[3]), tonumber(held[4] or 0) + unused)
redis.call('HSET', KEYS[1], 'back:' .. ARGV[3], back)
return back
`);

/** Counts of a day as Redis last told them. */
interface Seen {
  readonly taken: number;
  readonly back: number;
}

/**
 * One pace for all processes, by Redis's clock, so that processes whose clocks differ agree on the second.
 * While Redis does not answer nothing is granted: a pace that is not shared would be exceeded by as many
 * times as there are processes. A Redis that was emptied begins its second again, but not its day: each
 * process tells it the highest counts it has seen.
 * `nowMs` replaces Redis's clock in tests.
 */
export function redisPace(connection: RedisConnection, log: Log, nowMs?: () => number): Pace {
  let today = -1;
  let seen = new Map<string, Seen>();
  const remember = (workspace: string, day: number, { taken, back }: Seen) => {
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
          perDay,
          today,
          seen.get(workspace)?.taken ?? 0,
          seen.get(workspace)?.back ?? 0,
          nowMs?.() ?? '',
        ]);
        const [granted = 0, retryAfterMs = RETRY_WHILE_DOWN_MS, second = -1, day = -1, taken = 0, back = 0] =
          answer as number[];
        remember(workspace, day, { taken, back });
        return { granted, retryAfterMs, window: { second, day } };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ workspace, reason: error.message }, 'nothing may be sent while Redis does not answer');
        return { granted: 0, retryAfterMs: RETRY_WHILE_DOWN_MS, window: { second: -1, day: -1 } };
      }
    },
    async giveBack(workspace, { second, day }, unused) {
      try {
        const back = await connection.run(GIVE_BACK, keyOf(workspace), [unused, second, day]);
        if (day === today) remember(workspace, day, { taken: 0, back: Number(back) });
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ workspace, reason: error.message }, 'sends that did not happen stay counted');
      }
    },
    close: () => connection.close(),
  };
}
