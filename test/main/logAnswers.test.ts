import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { readSettings } from '../../src/config.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { logAnswers } from '../../src/main/logAnswers.ts';
import { partitionsOf } from '../../src/main/options.ts';
import { EventStoreUnavailable, LogDamaged } from '../../src/ports/eventStore.ts';
import { saveCheckpoints } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('a start while the log is away');

function away(fails: (attempt: number) => Error | null) {
  const lines: object[] = [];
  const clock = manualClock();
  let attempts = 0;
  const store = {
    end: async () => {
      attempts += 1;
      const error = fails(attempts);
      if (error !== null) throw error;
      return '1';
    },
  };
  const dependencies = {
    store: store as never,
    clock: { ...clock, sleep: async (ms: number) => clock.pass(ms) },
    log: { ...quietLog, warn: (fields: object) => void lines.push(fields) },
  };
  return { dependencies, lines, attempts: () => attempts };
}

test('waits until the log answers, and says so at once and every thirty seconds', async () => {
  const { dependencies, lines, attempts } = away((attempt) =>
    attempt <= 65 ? new EventStoreUnavailable('no node leads') : null,
  );
  assert.is(await logAnswers(dependencies, new AbortController().signal), true);
  assert.is(attempts(), 66);
  assert.equal(
    lines.map((line) => (line as { waitedMs: number }).waitedMs),
    [0, 30_000, 60_000],
  );
});

test('ends when it is asked to, does not wait for a damaged log, and hides no other fault', async () => {
  const stop = new AbortController();
  const stopped = away((attempt) => {
    if (attempt === 3) stop.abort();
    return new EventStoreUnavailable('no node leads');
  });
  assert.is(await logAnswers(stopped.dependencies, stop.signal), false);
  const damaged = away(() => new LogDamaged('a page is unreadable'));
  assert.is(await logAnswers(damaged.dependencies, new AbortController().signal), true);
  const defect = away(() => new Error('a defect'));
  const error = await logAnswers(defect.dependencies, new AbortController().signal).catch((fault) => fault);
  assert.is((error as Error).message, 'a defect');
});

test('over EventStoreDB the partitions do not depend on whether Redis is set', () => {
  const of = (env: Record<string, string>) =>
    partitionsOf(readSettings({ POSTLEDGER_DATA: '/tmp/x', ...env }));
  const engines = { EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1' };
  assert.is(of(engines), 16);
  assert.is(of({ ...engines, REDIS_URL: 'redis://127.0.0.1:1' }), 16);
  assert.is(of({ ...engines, POSTLEDGER_PARTITIONS: '4' }), 4);
  assert.is(of({}), 1);
});

test('checkpoints of another number of partitions are noticed, until there are some of the present one', async () => {
  const documents = memoryDocuments();
  assert.is(await (await openCheckpoints(documents, 16)).partitionsBefore(), null);
  await saveCheckpoints(
    await openCheckpoints(documents, 1),
    'projection:people_v1',
    new Map([[0, positionAt(6)]]),
  );
  const now = await openCheckpoints(documents, 16);
  assert.is(await now.partitionsBefore(), 1);
  await saveCheckpoints(now, 'projection:people_v1', new Map([[3, positionAt(6)]]));
  assert.is(await now.partitionsBefore(), null);
});

test.run();
