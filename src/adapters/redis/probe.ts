import type { Clock } from '../../ports/clock.ts';
import type { RedisConnection } from './connection.ts';

export interface RedisProbe {
  readonly version: string;
  /** The server's time less ours, in milliseconds. */
  readonly clockSkewMs: number;
  /** What an operator should mend, in whole sentences; empty when all is well. */
  readonly problems: readonly string[];
}

const OLDEST_MAJOR = 6;
const MAX_SKEW_MS = 1_000;

export async function probeRedis(connection: RedisConnection, clock: Clock): Promise<RedisProbe> {
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
