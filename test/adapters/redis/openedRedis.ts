import { openRedis, type RedisAdapters } from '../../../src/adapters/redis/open.ts';
import type { Factory } from '../../contract/opened.ts';
import type { TestServer } from '../../servers/servers.ts';
import { quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { wallClock } from '../mongodb/openedMongo.ts';

let opened = 0;

/** A client as every process has one: with ids of its own. */
export function redisAt(url: string, paceNowMs?: () => number): RedisAdapters {
  opened += 1;
  const ids = seededIds(`process ${process.pid}, client ${opened}`);
  return openRedis(url, { log: quietLog, clock: wallClock, ids, ...(paceNowMs && { paceNowMs }) });
}

export function redisFactory<Subject>(
  server: Pick<TestServer, 'url'>,
  part: (redis: RedisAdapters) => Subject,
  paceNowMs?: () => number,
): Factory<Subject> {
  return async () => {
    let first = redisAt(server.url, paceNowMs);
    const others: RedisAdapters[] = [];
    return {
      subject: part(first),
      reopen: async () => {
        await first.close();
        first = redisAt(server.url, paceNowMs);
        return part(first);
      },
      second: async () => {
        const other = redisAt(server.url, paceNowMs);
        others.push(other);
        return part(other);
      },
      destroy: async () => {
        for (const redis of [first, ...others]) await redis.close();
      },
    };
  };
}
