import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectRedis } from '../../../src/adapters/redis/connection.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('a Redis that says nothing');

test('calls say so in the same words, whichever timer was first', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const says = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      await pause(at * 7);
      const redis = connectRedis(url, { log: quietLog, metrics: undefined }, 'commands');
      const said = await redis.answer((client) => client.ping()).catch(String);
      await redis.close();
      return said;
    }),
  );
  assert.equal([...new Set(says)], ['RedisUnavailable: no answer within 2000 ms']);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test.run();
