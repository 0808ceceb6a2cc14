// runs in: test:all

import { suite } from 'uvu';
import { hintsContract } from '../../contract/hints.ts';
import { leasesContract } from '../../contract/leases.ts';
import { paceContract } from '../../contract/pace.ts';
import { requires } from '../../servers/requires.ts';
import { redisFactory } from './openedRedis.ts';

const { redis: server } = await requires('redis');
leasesContract(
  'leases in Redis',
  redisFactory(server, ({ leases }) => leases),
);
hintsContract(
  'hints through Redis',
  redisFactory(server, ({ hints }) => hints),
);
paceContract("pace in Redis, by a test's clock", (clock) =>
  redisFactory(
    server,
    ({ pace }) => pace,
    () => clock.nowMs(),
  )(),
);
paceContract("pace in Redis, by Redis's clock", () => redisFactory(server, ({ pace }) => pace)(), {
  ownClock: true,
});

// The last suite to run: it ends the server.
const after = suite('the Redis of the contract suites');
after('stops', async () => {
  await server.stop();
});
after.run();
