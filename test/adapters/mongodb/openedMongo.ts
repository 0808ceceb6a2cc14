import { randomUUID } from 'node:crypto';
import { type Mongo, openMongo } from '../../../src/adapters/mongodb/open.ts';
import type { Factory } from '../../contract/opened.ts';
import { databaseAt, type RunningServer } from '../../servers/runningMongo.ts';
import { quietLog } from '../../support/quietLog.ts';

export const wallClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  turn: () => new Promise<void>((resolve) => setImmediate(resolve)),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

export const mongoAt = (url: string): Mongo => openMongo(url, { log: quietLog, clock: wallClock });

/** A database of its own on the server, opened as often as a contract suite wants it. */
export function mongoFactory<Subject>(
  server: Pick<RunningServer, 'url'>,
  part: (mongo: Mongo) => Subject,
): Factory<Subject> {
  return async () => {
    const url = databaseAt(server.url, `t${randomUUID().replaceAll('-', '')}`);
    let first = mongoAt(url);
    const others: Mongo[] = [];
    return {
      subject: part(first),
      reopen: async () => {
        await first.close();
        first = mongoAt(url);
        return part(first);
      },
      second: async () => {
        const other = mongoAt(url);
        others.push(other);
        return part(other);
      },
      destroy: async () => {
        for (const mongo of [first, ...others]) await mongo.close();
      },
    };
  };
}
