import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONSUMER_LAG } from '../../src/follow/consumerLag.ts';
import { highestLag } from '../../src/main/background/highestLag.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics } from '../support/quietLog.ts';

const test = suite('the lag of the background');

test('is the highest that a consumer reported since the last call', async () => {
  const clock = manualClock();
  const { metrics, lagMs } = highestLag(noMetrics, clock);
  await clock.advance(60_000);
  metrics.gauge(CONSUMER_LAG, 3, { consumer: 'a' });
  metrics.gauge(CONSUMER_LAG, 1, { consumer: 'b' });
  metrics.gauge('postledger_http_body_bytes', 9);
  assert.is(lagMs(), 3_000);
  assert.is(lagMs(), 0);
});

test('does not count events from before the start, however long they take, as while a read model is built', async () => {
  const clock = manualClock();
  const { metrics, lagMs } = highestLag(noMetrics, clock);
  await clock.advance(300_000);
  metrics.gauge(CONSUMER_LAG, 3_600, { consumer: 'a' });
  assert.is(lagMs(), 0);
  metrics.gauge(CONSUMER_LAG, 299, { consumer: 'a' });
  metrics.gauge(CONSUMER_LAG, 3_600, { consumer: 'b' });
  assert.is(lagMs(), 299_000);
});

test.run();
