import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedEvent } from '../../src/events/event.ts';
import { turnsConsumer } from '../../src/runtime/turnsConsumer.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const test = suite('a policy that takes turns');

let last = 0;
function event(workspace: string): RecordedEvent {
  const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null, at: 'then' };
  const n = ++last;
  return {
    ...{ id: `i${n}`, type: 'T', data: {}, stream: `s${n}`, revision: 0, metadata },
    position: String(n).padStart(20, '0'),
  };
}

function fixture(react: (event: RecordedEvent) => Promise<void>) {
  const clock = manualClock();
  const stop = new AbortController();
  const policy = { name: 'p', types: ['T'], partitionKey: ({ stream }: RecordedEvent) => stream, react };
  const consumer = turnsConsumer(policy, ({ metadata }) => metadata.workspace, 1, {
    ...{ clock, log: quietLog, metrics: noMetrics, signal: stop.signal },
  });
  return { clock, consumer, stop };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a burst of one workspace delays no other: 7 to 13 seconds before', async () => {
  const order: string[] = [];
  const { consumer } = fixture(async ({ metadata }) => {
    order.push(metadata.workspace);
    await turn();
  });
  for (let n = 0; n < 10; n++) await consumer.handle(Array.from({ length: 1_000 }, () => event('burst')));
  const before = order.length;
  await consumer.handle([event('quiet')]);
  while (!order.includes('quiet')) await turn();
  assert.ok(order.indexOf('quiet') - before <= 130, `${order.indexOf('quiet') - before} before it`);
  assert.ok(order.length < 10_001);
});

test('no checkpoint passes a reaction that failed; it is made again, and holds up no other', async () => {
  let isAway = true;
  const done: string[] = [];
  const { consumer, clock } = fixture(async ({ id }) => {
    if (isAway && id === failing.id) throw new Error('away');
    done.push(id);
  });
  const [before, failing, after] = [event('a'), event('b'), event('c')];
  await consumer.handle([before, failing, after]);
  await clock.advance(0);
  assert.equal(done, [before.id, after.id]);
  assert.equal(consumer.unsafe?.(), { oldest: failing, safe: before.position });
  await clock.advance(10_000);
  assert.is(consumer.unsafe?.()?.safe, before.position);
  isAway = false;
  await clock.advance(5_000);
  assert.equal(done, [before.id, after.id, failing.id]);
  assert.is(consumer.unsafe?.(), null);
});

test('what is read again behind a partition that came back is not passed either', async () => {
  const gates: (() => void)[] = [];
  const { consumer } = fixture(() => new Promise((resolve) => gates.push(resolve)));
  const [early, late] = [event('a'), event('b')];
  await consumer.handle([late]);
  await consumer.handle([early]);
  assert.ok((consumer.unsafe?.()?.safe ?? '') < early.position);
  gates[0]?.();
  await turn();
  assert.ok((consumer.unsafe?.()?.safe ?? 'x') < early.position);
  gates[1]?.();
  await turn();
  assert.is(consumer.unsafe?.(), null);
});

test('no more is read ahead than there is room for', async () => {
  const gates: (() => void)[] = [];
  const { consumer } = fixture(() => new Promise((resolve) => gates.push(resolve)));
  let isRead = false;
  const reading = consumer.handle(Array.from({ length: 20_000 }, () => event('a'))).then(() => {
    isRead = true;
  });
  await turn();
  assert.not.ok(isRead);
  gates[0]?.();
  await reading;
});

test('a stop ends the waiting and leaves what is unsafe to the next start', async () => {
  const { consumer, stop, clock } = fixture(() => Promise.reject(new Error('away')));
  const first = event('a');
  await consumer.handle([first]);
  stop.abort();
  await clock.advance(10);
  assert.is(consumer.unsafe?.()?.oldest, first);
});

test('it has ended once no reaction is under way, and what was begun is safe by then', async () => {
  const gates: (() => void)[] = [];
  const { consumer, stop } = fixture(() => new Promise((resolve) => gates.push(resolve)));
  const [first, second] = [event('a'), event('b')];
  await consumer.handle([first, second]);
  stop.abort();
  let isEnded = false;
  const ended = consumer.ended?.().then(() => {
    isEnded = true;
  });
  gates[0]?.();
  await turn();
  assert.not.ok(isEnded);
  assert.is(consumer.unsafe?.()?.oldest, second);
  gates[1]?.();
  await ended;
  assert.is(consumer.unsafe?.(), null);
});

test('it has ended at once where nothing is under way', async () => {
  const { consumer, stop } = fixture(async () => {});
  await consumer.handle([event('a')]);
  await turn();
  stop.abort();
  await consumer.ended?.();
});

test.run();
