// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { startDouble } from '../../double/eventStoreServer.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { wallClock } from '../../support/wallClock.ts';
import { follow } from './follow.ts';
import { startLoad, wholeLog } from './load.ts';

// Measured: at 150 messages a second 23.10 ends a live subscription about once a second, whose reader is not slow. 24.10 never does.
const test = suite('EventStoreDB adapter: subscriptions that are ended as too slow');

for (const version of ['23.10', '24.10'] as const)
  test(`${version}: a subscription misses no event, however often it is ended`, async () => {
    const server = await startDouble({ version });
    const warnings: string[] = [];
    const log = { ...quietLog, warn: (_: object, message: string) => void warnings.push(message) };
    let ended = 0;
    const count = (name: string) => {
      if (name === 'postledger_eventstore_fallen_behind_total') ended += 1;
    };
    const metrics = { ...noMetrics, count };
    const store = openEventStoreDb(server.url, { clock: wallClock, log, metrics, callMs: 60_000 });
    await store.head();
    server.gate.liveEventsUntilTooSlow = 30;
    const reader = follow(store);
    const load = startLoad(store, 4);
    await load.more(600);
    await load.stop();
    const whole = await wholeLog(store);
    await reader.upTo(whole.at(-1)?.position ?? BEGINNING);
    assert.equal(
      (await reader.stop()).map(({ id }) => id),
      whole.map(({ id }) => id),
    );
    assert.is(ended > 0, version === '23.10');
    assert.equal(warnings, [], 'it is normal, and not a warning');
    await store.close();
    await server.stop();
  });

test.run();
