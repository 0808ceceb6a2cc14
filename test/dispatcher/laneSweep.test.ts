import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { sweepPartition } from '../../src/dispatcher/laneSweep.ts';
import type { DeliveryLane } from '../../src/dispatcher/laneTimes.ts';
import { webhookLane, webhookWork } from '../../src/projections/webhookWork.ts';
import { openProjection } from '../../src/runtime/fold/projection.ts';
import { laneTimes } from '../../src/runtime/laneTimes.ts';
import { countedSignal } from '../support/countedSignal.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('the sweep of a partition');

const HEAD = positionAt(2);

/** A sweep of partition 0, where one delivery is due to each of the endpoints. `reached`: how far the index has come. */
async function sweepFixture(endpoints: readonly string[], reached = HEAD) {
  const clock = manualClock();
  const collection = await openProjection(memoryDocuments(), webhookWork(1));
  let index = reached;
  const fold = (endpointIds: readonly string[]) =>
    collection.writeMany(
      endpointIds.map((endpointId) => {
        const lane = webhookLane(endpointId, 'first');
        const document = { partition: 0, lane, dueAtMs: clock.nowMs(), workspace: 'w' };
        return { key: `delivery to ${endpointId}`, position: positionAt(1), document };
      }),
    );
  await fold(endpoints);
  const lanes = laneTimes<DeliveryLane>();
  const { controller, listeners } = countedSignal();
  const lost = new AbortController();
  let isOver = false;
  const onFound = () => {};
  const context = {
    ...{ collection, lanes, clock, log: quietLog, signal: controller.signal, onFound },
    ...{ head: async () => HEAD, indexPosition: async () => index },
  };
  void sweepPartition(context, 0, lost.signal).then(() => {
    isOver = true;
  });
  /** The index comes to the end of the log, with deliveries to these. */
  const catchUp = async (endpointIds: readonly string[]) => {
    await fold(endpointIds);
    index = HEAD;
  };
  return { clock, lanes, controller, listeners, lost, catchUp, isOver: () => isOver };
}

for (const reason of ['the partition is lost', 'the service stops'] as const)
  test(`when ${reason} its sweep ends, and leaves no listener and no sleeper`, async () => {
    const { clock, lanes, controller, listeners, lost, isOver } = await sweepFixture(['a', 'b']);
    await clock.advance(1_000);
    lanes.wake(clock.nowMs(), clock.monotonicMs());
    assert.equal(
      lanes.hungry().map(({ endpointId }) => endpointId),
      ['a', 'b'],
    );
    assert.not.ok(isOver());
    if (reason === 'the service stops') controller.abort();
    else lost.abort();
    await clock.advance(0);
    assert.ok(isOver(), 'the sweep goes on');
    assert.is(listeners(), 0);
    assert.is(clock.sleepers, 0);
  });

test('what was scheduled before the partition was ours is found as soon as the index has it', async () => {
  const { clock, lanes, controller, catchUp } = await sweepFixture(['a'], positionAt(1));
  await clock.advance(30_000);
  await catchUp(['b']);
  await clock.advance(1_000);
  lanes.wake(clock.nowMs(), clock.monotonicMs());
  assert.equal(
    lanes.hungry().map(({ endpointId }) => endpointId),
    ['a', 'b'],
  );
  controller.abort();
  await clock.advance(0);
  assert.is(clock.sleepers, 0);
});

test('a sweep finds a lane again that was forgotten', async () => {
  const { clock, lanes, controller } = await sweepFixture(['a']);
  await clock.advance(0);
  lanes.forget(webhookLane('a', 'first'));
  await clock.advance(61_000);
  lanes.wake(clock.nowMs(), clock.monotonicMs());
  assert.is(lanes.hungry().length, 1);
  controller.abort();
  await clock.advance(0);
  assert.is(clock.sleepers, 0);
});

test.run();
