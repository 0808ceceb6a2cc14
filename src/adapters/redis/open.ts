import type { Clock } from '../../ports/clock.ts';
import type { Hints } from '../../ports/hints.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Leases } from '../../ports/lease.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Pace } from '../../ports/pace.ts';
import { connectRedis } from './connection.ts';
import { redisHints } from './hints.ts';
import { redisLeases } from './leases.ts';
import { redisPace } from './pace.ts';
import { probeRedis, type RedisProbe } from './probe.ts';

export interface RedisAdapters {
  readonly pace: Pace;
  readonly leases: Leases;
  readonly hints: Hints;
  /** Asks the server what it is. @throws RedisUnavailable when it cannot be reached */
  probe(): Promise<RedisProbe>;
  /** Gives back every lease and closes the connections. */
  close(): Promise<void>;
}

export interface RedisDependencies {
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics?: Metrics;
  /** Replaces Redis's own clock in the pace: for tests. */
  readonly paceNowMs?: () => number;
}

/**
 * Pace, leases and hints shared by all processes through Redis. Nothing in it needs to last: emptied or
 * restarted, it fills again. Connects by itself and again after an outage; opening never fails for an absent
 * Redis. `url`: redis:// or rediss://, the path names the database; or redis+sentinel://.
 */
export function openRedis(url: string, { log, clock, ids, metrics, paceNowMs }: RedisDependencies): RedisAdapters {
  const connection = connectRedis(url, { log, metrics }, 'commands');
  const subscriber = connectRedis(url, { log, metrics }, 'hints');
  const leases = redisLeases(connection, ids, log);
  const hints = redisHints(connection, subscriber, ids, log);
  const close = async () => {
    await leases.close();
    await hints.close();
  };
  return {
    leases: { ...leases, close },
    hints: { ...hints, close },
    pace: { ...redisPace(connection, log, paceNowMs), close },
    probe: () => probeRedis(connection, clock),
    close,
  };
}
