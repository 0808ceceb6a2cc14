import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING, type Position, type RecordedEvent } from '../../src/events/event.ts';
import type { EventsAhead } from '../../src/follow/policy/eventsAhead.ts';
import { readAgain } from '../../src/follow/policy/readAgain.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { positionOf } from '../work/workTable.ts';

const test = suite('reading again what was left in the log');

/** Over a log whose reads the test answers, for an owner who wants to read after these positions, one after the other. */
function reading(wanted: Position[]) {
  const clock = manualClock();
  const stop = new AbortController();
  const asked: Position[] = [];
  const answers: ((end: Position | Error) => void)[] = [];
  const taken: string[] = [];
  const ahead = {
    ownersToRead: 1,
    readAgainAfter: () => wanted.shift() ?? null,
    takeAgain: (after: Position, { position }: { position: Position }) => {
      taken.push(`${after} to ${position}`);
      return [];
    },
  } as unknown as EventsAhead;
  const again = readAgain({
    ...{ consumer: { name: 'policy', types: [] }, ahead, clock, log: quietLog, metrics: noMetrics },
    place: () => ({ owner: 'w', partition: 0 }),
    onTaken: () => {},
    store: {
      readAll: ({ after }) =>
        new Promise((resolve, reject) => {
          asked.push(after);
          answers.push((end) =>
            end instanceof Error
              ? reject(end)
              : resolve({ events: [] as RecordedEvent[], position: end, caughtUp: false }),
          );
        }),
    },
    signal: stop.signal,
  });
  return { again, clock, stop, asked, taken, answer: (end: Position | Error) => answers.shift()?.(end) };
}

const [one, two, three] = [positionOf(1), positionOf(2), positionOf(3)];

test('goes on while a share is half empty, and a start meanwhile begins no second reading', async () => {
  const { again, clock, asked, taken, answer } = reading([BEGINNING, one]);
  again.start();
  again.start();
  assert.equal(asked, [BEGINNING]);
  answer(one);
  await clock.advance(0);
  again.start();
  assert.equal(asked, [BEGINNING, one]);
  let hasEnded = false;
  const ended = again.ended().then(() => {
    hasEnded = true;
  });
  await clock.advance(0);
  assert.not(hasEnded);
  answer(two);
  await ended;
  assert.equal(taken, [`${BEGINNING} to ${one}`, `${one} to ${two}`]);
});

test('begins again after its end, and not at all for no owner', async () => {
  const wanted = [one];
  const { again, clock, asked, answer } = reading(wanted);
  again.start();
  answer(two);
  await again.ended();
  again.start();
  assert.equal(asked, [one], 'no owner has room');
  wanted.push(two);
  again.start();
  await clock.advance(0);
  assert.equal(asked, [one, two]);
});

test('after a fault it reads again, at growing pauses, until the stop', async () => {
  const { again, clock, stop, asked, answer } = reading([one, one, one, one]);
  again.start();
  for (const pauseMs of [100, 200]) {
    const before = asked.length;
    answer(new Error('away'));
    await clock.advance(pauseMs - 1);
    assert.is(asked.length, before);
    await clock.advance(1);
    assert.is(asked.length, before + 1);
  }
  stop.abort();
  answer(two);
  await again.ended();
  assert.is(asked.length, 3);
});

test('a page that does not reach beyond its beginning is asked for again a moment later', async () => {
  const { again, clock, asked, answer } = reading([two, two]);
  again.start();
  answer(two);
  await clock.advance(99);
  assert.equal(asked, [two]);
  await clock.advance(1);
  assert.equal(asked, [two, two]);
  answer(three);
  await again.ended();
});

test.run();
