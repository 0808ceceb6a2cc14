import type { Log } from '../../ports/log.ts';
import type { Pace, PaceGrant } from '../../ports/pace.ts';
import { type RedisConnection, RedisUnavailable, script } from './connection.ts';

const DAY_MS = 86_400_000;

/** When to ask again while Redis does not answer. */
const RETRY_WHILE_DOWN_MS = 1_000;

/**
 * Counts of the running second and the running UTC day, in one hash a workspace. Arguments: sends wanted,
 * limits a second and a day, then the day and its count as the caller last saw them, then the time or ''
 * for Redis's own. Answers the grant, the wait, the day and its count.
 */
const TAKE = script(`
local now
if ARGV[6] == '' then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
else
  now = tonumber(ARGV[6])
end
local second = math.floor(now / 1000)
local day = math.floor(now / ${DAY_MS})
local held = redis.call('HMGET', KEYS[1], 'second', 'inSecond', 'day', 'inDay')
local inSecond = tonumber(held[1]) == second and tonumber(held[2]) or 0
local inDay = tonumber(held[3]) == day and tonumber(held[4]) or 0
if tonumber(ARGV[4]) == day then inDay = math.max(inDay, tonumber(ARGV[5])) end
local wanted = tonumber(ARGV[1])
local leftToday = math.max(0, tonumber(ARGV[3]) - inDay)
local granted = math.max(0, math.min(wanted, tonumber(ARGV[2]) - inSecond, leftToday))
local wait = 0
if granted < wanted then
  wait = granted == leftToday and (day + 1) * ${DAY_MS} - now or (second + 1) * 1000 - now
end
inDay = inDay + granted
redis.call('HSET', KEYS[1], 'second', second, 'inSecond', inSecond + granted, 'day', day, 'inDay', inDay)
redis.call('PEXPIRE', KEYS[1], (day + 1) * ${DAY_MS} - now + 60000)
return {granted, wait, day, inDay}
`);

/**
 * One pace for all processes, by Redis's clock, so that processes whose clocks differ agree on the second.
 * While Redis does not answer nothing is granted: a pace that is not shared would be exceeded by as many
 * times as there are processes. A Redis that was emptied begins its second anew, but not its day: each
 * process tells it the highest count it has seen.
 * `nowMs` replaces Redis's clock in tests.
 */
export function redisPace(connection: RedisConnection, log: Log, nowMs?: () => number): Pace {
  let today = -1;
  let seen = new Map<string, number>();
  const remember = (workspace: string, day: number, count: number) => {
    if (day !== today) {
      today = day;
      seen = new Map();
    }
    seen.set(workspace, Math.max(seen.get(workspace) ?? 0, count));
  };

  return {
    async take(workspace, { perSecond, perDay }, wanted): Promise<PaceGrant> {
      try {
        const answer = await connection.run(TAKE, `postledger:pace:${workspace}`, [
          wanted,
          perSecond,
          perDay,
          today,
          seen.get(workspace) ?? 0,
          nowMs?.() ?? '',
        ]);
        const [granted = 0, retryAfterMs = RETRY_WHILE_DOWN_MS, day = -1, count = 0] = answer as number[];
        remember(workspace, day, count);
        return { granted, retryAfterMs };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        log.debug({ workspace, reason: error.message }, 'nothing may be sent while Redis does not answer');
        return { granted: 0, retryAfterMs: RETRY_WHILE_DOWN_MS };
      }
    },
    close: () => connection.close(),
  };
}
