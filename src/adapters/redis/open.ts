import type { Clock } from '../../ports/clock.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Ports } from '../../ports/ports.ts';
import { connectRedis, type RedisConnection } from './connection.ts';
import { redisHints } from './hints.ts';
import { redisLeases } from './leases.ts';
import { redisPace } from './pace.ts';
import { redisReports } from './reports.ts';

export interface RedisAdapters extends Pick<Ports, 'pace' | 'leases' | 'hints' | 'reports'> {
  /** Asks the server for its version and state. @throws RedisUnavailable when it cannot be reached */
  probe(): Promise<RedisProbe>;
  /** Releases every lease and closes the connections. */
  close(): Promise<void>;
}

export interface RedisDependencies extends Pick<Ports, 'log' | 'clock' | 'ids'> {
  readonly metrics?: Metrics;
  /** Replaces Redis's clock for the pace, in tests. */
  readonly paceNowMs?: () => number;
}

/**
 * Pace, leases, hints and reports that all processes share through Redis. Nothing in it needs to last: emptied or
 * restarted, it fills again. It connects by itself, also after an outage; opening does not fail without a
 * running Redis. `url`: redis:// or rediss://, the path names the database; or redis+sentinel://.
 */
export function openRedis(
  url: string,
  { log, clock, ids, metrics, paceNowMs }: RedisDependencies,
): RedisAdapters {
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
    reports: redisReports(connection),
    pace: { ...redisPace(connection, log, paceNowMs), close },
    probe: () => probeRedis(connection, clock),
    close,
  };
}

export interface RedisProbe {
  readonly version: string;
  /** The server's time less ours, in milliseconds. */
  readonly clockSkewMs: number;
  /** What an operator should repair, in whole sentences; empty when all is well. */
  readonly problems: readonly string[];
}

const OLDEST_MAJOR = 6;
const MAX_SKEW_MS = 1_000;

async function probeRedis(connection: RedisConnection, clock: Clock): Promise<RedisProbe> {
  const [seconds, micros] = await connection.answer((client) => client.time());
  const clockSkewMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000) - clock.nowMs();
  const info = await connection.answer((client) => client.info());
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = value('redis_version');
  const problems: string[] = [];
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    problems.push(`Redis ${version} is too old: version ${OLDEST_MAJOR} or later is needed.`);
  }
  if (value('redis_mode') === 'cluster')
    problems.push(
      'This is a Redis Cluster, which sends commands on to other nodes (MOVED): nothing would ever be sent. Name a single ' +
        'primary, or a Sentinel.',
    );
  if (value('role') === 'slave')
    problems.push('This Redis is a replica and refuses writes: name the primary.');
  const policy = value('maxmemory_policy');
  if (value('maxmemory') !== '0' && policy !== '' && policy !== 'noeviction') {
    problems.push(`Redis may evict leases and counts (maxmemory-policy ${policy}): set it to noeviction.`);
  }
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) {
    problems.push(`The clock of Redis differs from ours by ${clockSkewMs} ms: synchronize both by NTP.`);
  }
  return { version, clockSkewMs, problems };
}
