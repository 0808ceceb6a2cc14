import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendLine } from '../../../src/adapters/eventstoredb/appendLine.ts';
import { type CallDependencies, untilAnswered } from '../../../src/adapters/eventstoredb/attempts.ts';
import { NoAnswer } from '../../../src/adapters/eventstoredb/fault.ts';
import { outagesOf } from '../../../src/adapters/eventstoredb/open.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('EventStoreDB adapter: an outage does not feed itself');

/** A call each of whose attempts gets no answer; the connection was silent for that long. */
async function unanswered(silentMs: number, callMs: number) {
  const clock = manualClock();
  const timeoutsMs: number[] = [];
  let renewals = 0;
  const dependencies = {
    connection: { current: () => ({ generation: 0 }), closed: false, renew: () => renewals++ },
    leader: { refusal: () => null, answered: () => {}, failed: () => {} },
    outages: outagesOf(quietLog, clock),
    clock: { ...clock, sleep: async (ms: number) => clock.pass(ms) },
    deadlines: { callMs, attemptMs: 3_500 },
  };
  const call = untilAnswered(dependencies as unknown as CallDependencies, 'append', async (_, timeoutMs) => {
    timeoutsMs.push(timeoutMs);
    clock.pass(timeoutMs);
    throw new NoAnswer(timeoutMs, performance.now() - silentMs);
  });
  assert.instance(await rejection(call), EventStoreUnavailable);
  return { timeoutsMs, renewals: () => renewals };
}

test('a connection counts as silent after a whole attempt without anything, not after what was left of a call', async () => {
  assert.is((await unanswered(60_000, 9_000)).renewals(), 2);
  assert.is((await unanswered(3_000, 9_000)).renewals(), 0);
  assert.is((await unanswered(60_000, 6_000)).renewals(), 1);
});

test('no attempt is made with less than a second left', async () => {
  for (const callMs of [4_000, 4_400, 6_000, 9_000]) {
    const { timeoutsMs } = await unanswered(0, callMs);
    assert.ok(
      timeoutsMs.every((ms) => ms >= 1_000),
      String(timeoutsMs),
    );
  }
});

test('the line holds what the last seconds would serve, and any number before that is known', async () => {
  const clock = manualClock();
  const line = appendLine(clock, 1, 1_000);
  const refused: number[] = [];
  const enter = (n: number) => line.enter(1, 8_000).then((admitted) => admitted || refused.push(n));
  for (let n = 0; n < 100; n++) void enter(n);
  // Ten a second are served: eighty of those in the line will be.
  for (let served = 0; served < 10; served++) {
    clock.pass(100);
    line.leave(1, true);
  }
  for (let n = 100; n < 110; n++) await enter(n);
  assert.equal(refused.length, 10);
  for (let served = 0; served < 20; served++) {
    clock.pass(100);
    line.leave(1, true);
  }
  void enter(110);
  await Promise.resolve();
  assert.equal(refused.length, 10, 'there is room again');
  // Nothing is served any more.
  clock.pass(60_000);
  await enter(111);
  assert.equal(refused.length, 11);
  for (let n = 0; n < 200; n++) line.leave(1, false);
});

test.run();
