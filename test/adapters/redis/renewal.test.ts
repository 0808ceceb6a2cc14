// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RedisConnection, Script } from '../../../src/adapters/redis/connection.ts';
import { redisLeases } from '../../../src/adapters/redis/leases.ts';
import { quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';

const test = suite('renewal of leases in Redis');

/** A Redis that grants every lease; its scripts are known by what they end with. */
function slowRedis() {
  const ran: string[] = [];
  let answerRenewal: (ours: number) => void = () => {};
  let begun: () => void = () => {};
  const renewing = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const connection: Pick<RedisConnection, 'answer' | 'run' | 'close'> = {
    answer: async <Result>() => 'OK' as Result,
    run: ({ source }: Script) => {
      const isRenewal = source.includes("'SET'");
      ran.push(isRenewal ? 'renew' : 'release');
      if (!isRenewal) return Promise.resolve(1);
      begun();
      return new Promise((resolve) => {
        answerRenewal = resolve;
      });
    },
    close: async () => {},
  };
  return {
    ran,
    renewing,
    answer: (ours: number) => answerRenewal(ours),
    leases: redisLeases(connection as RedisConnection, seededIds('renewal'), quietLog),
  };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('a renewal during the release does not take the lease again', async () => {
  const { ran, renewing, answer, leases } = slowRedis();
  const lease = await leases.acquire('name', 6_000);
  await renewing;
  await lease?.release();
  assert.equal(ran, ['renew', 'release']);
  // Redis had given the lease back by then, and took it once more for who is no longer there.
  answer(1);
  await settled();
  assert.equal(ran, ['renew', 'release', 'release']);
  assert.ok(lease?.lost.aborted);
});

test('one that says that another has the lease ends it, and takes nothing from the other', async () => {
  const { ran, renewing, answer, leases } = slowRedis();
  const lease = await leases.acquire('name', 6_000);
  await renewing;
  answer(0);
  await settled();
  assert.ok(lease?.lost.aborted);
  assert.equal(ran, ['renew']);
});

test.run();
