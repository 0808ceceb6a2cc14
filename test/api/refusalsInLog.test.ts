import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiDependencies, App } from '../../src/api/dependencies.ts';
import { handleErrors } from '../../src/api/errorHandler.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const test = suite('requests that an outage refuses, in the log');

test('the first at once, then one line a second with their number, and no stack', async () => {
  const clock = manualClock();
  const lines: { count: number; reason: string; err?: unknown }[] = [];
  const log = { ...quietLog, warn: (fields: object) => void lines.push(fields as (typeof lines)[number]) };
  const app = fastify();
  const dependencies = { metrics: noMetrics, ledger: { clock } } as unknown as ApiDependencies;
  handleErrors(app as unknown as App, dependencies, log);
  app.get('/', async () => {
    throw new EventStoreUnavailable('no node leads');
  });
  const refused = async (times: number) => {
    for (let n = 0; n < times; n++) assert.is((await app.inject('/')).statusCode, 503);
  };
  const second = async () => {
    clock.pass(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await refused(40);
  assert.equal(
    lines.map(({ count }) => count),
    [1],
  );
  await second();
  await refused(50);
  await second();
  await second();
  assert.equal(
    lines.map(({ count }) => count),
    [1, 39, 50],
  );
  await second();
  await refused(1);
  assert.is(lines.length, 4, 'after a second without any the next one is logged at once');
  assert.is(lines[0]?.reason, 'the event store is unavailable: no node leads');
  assert.ok(lines.every(({ err }) => err === undefined));
  await app.close();
});

test.run();
