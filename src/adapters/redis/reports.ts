import type { Reports } from '../../ports/reports.ts';
import type { RedisConnection } from './connection.ts';

const KEY = 'postledger:reports';

/** Reports as the fields of one hash. */
export function redisReports(connection: RedisConnection): Reports {
  return {
    async put(name, text) {
      await connection.answer((client) => client.hset(KEY, name, text));
    },
    all: async () => new Map(Object.entries(await connection.answer((client) => client.hgetall(KEY)))),
  };
}
