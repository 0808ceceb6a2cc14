import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { Position } from '../../src/events/event.ts';
import { watchCatchUp } from '../../src/follow/reached.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('the head of the start');
const position = (n: number): Position => positionAt(n);

function setUp() {
  const clock = manualClock();
  const stop = new AbortController();
  const said: string[] = [];
  const state = { head: 5, away: false, reached: new Map<string, number>(), looks: 0 };
  const say = (fields: object, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const up = () => {
    if (state.away) throw new Error('away');
  };
  const catchUp = watchCatchUp(
    {
      clock,
      hints: { publish: () => {}, subscribe: () => () => {}, close: async () => {} },
      log: { ...quietLog, info: say, warn: say },
      store: {
        async head() {
          up();
          return position(state.head);
        },
      },
      checkpoints: {
        async lowestOfEach(consumers) {
          up();
          state.looks += consumers.length;
          return new Map(consumers.map((name) => [name, position(state.reached.get(name) ?? 0)]));
        },
      },
    },
    stop.signal,
  );
  return { clock, stop, said, state, catchUp };
}

test('is passed once every checkpoint has reached it; what is appended later is not awaited', async () => {
  const { clock, state, catchUp } = setUp();
  let passed: boolean | null = null;
  void catchUp.passed(['a', 'b']).then((is) => {
    passed = is;
  });
  await clock.advance(100);
  state.head = 9;
  state.reached.set('a', 5).set('b', 4);
  await clock.advance(500);
  assert.is(passed, null);
  assert.equal(catchUp.lagging(['a', 'b']), ['b']);
  assert.is(await catchUp.passed(['a']), true, 'each is awaited by itself');
  state.reached.set('b', 5);
  await clock.advance(500);
  assert.is(passed, true);
  const { looks } = state;
  await clock.advance(60_000);
  assert.is(state.looks, looks, 'the checkpoints are no longer read');
  assert.is(clock.sleepers, 0);
});

test('is awaited for as long as the log or the documents are away, and that is said', async () => {
  const { clock, state, said, catchUp } = setUp();
  state.away = true;
  const passed = catchUp.passed(['a']);
  await clock.advance(30_000);
  assert.equal(catchUp.lagging(['a']), ['a'], 'nothing is known yet');
  const logged = said.filter((line) => line.includes('trying again')).length;
  assert.ok(logged >= 4 && logged <= 7, `logged ${logged} times in half a minute`);
  state.away = false;
  await clock.advance(10_000);
  assert.ok(said.at(-1)?.includes('"awaited":["a"]'), said.at(-1));
  state.reached.set('a', 7);
  await clock.advance(1_000);
  assert.is(await passed, true);
});

test('a stop ends the waiting', async () => {
  const { clock, stop, catchUp } = setUp();
  const passed = catchUp.passed(['a']);
  await clock.advance(1_000);
  stop.abort();
  assert.is(await passed, false);
  assert.is(clock.sleepers, 0);
});

test('who consults nothing waits for nothing', async () => {
  const { catchUp } = setUp();
  assert.is(await catchUp.passed([]), true);
});

test.run();
