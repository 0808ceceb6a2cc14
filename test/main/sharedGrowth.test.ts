import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareGrowth } from '../../src/main/background/sharedGrowth.ts';
import type { LogGrown } from '../../src/ports/logGrowth.ts';

const test = suite('what the two processes of a service tell each other of the log');
const MEBI = 1_048_576;

/** Growth to a position, by one append of so many characters. */
const grownTo = (last: number, characters = 1_000): LogGrown => ({
  ledger: '1:1',
  last,
  appends: [{ first: last, stream: 's', expected: -1, texts: [], characters }],
});

/** A process that tells, over a channel that takes what was sent when `take` is called. */
function telling() {
  const sent: LogGrown[] = [];
  const unsent: (() => void)[] = [];
  let grow: (grown: LogGrown) => void = () => {};
  const end = shareGrowth(
    {
      announce: () => {},
      onGrown(handler) {
        grow = handler;
        return () => {
          grow = () => {};
        };
      },
      startWriter: () => {},
    },
    (grown, onSent) => {
      sent.push(grown);
      unsent.push(onSent);
    },
  );
  return {
    sent,
    end,
    grow: (grown: LogGrown) => grow(grown),
    take() {
      for (const onSent of unsent.splice(0)) onSent();
    },
    said: () => sent.map(({ last, appends }) => (appends.length === 0 ? `grown to ${last}` : last)),
  };
}

test('is each write, at once and in order, until that is ended', () => {
  const { grow, said, end } = telling();
  for (const last of [1, 2, 3]) grow(grownTo(last));
  assert.equal(said(), [1, 2, 3]);
  end();
  grow(grownTo(4));
  assert.equal(said(), [1, 2, 3]);
});

test('is 8 MiB at most that the other one has not taken; then only how far the log has grown, once it takes again', () => {
  const { grow, take, said } = telling();
  for (let last = 1; last <= 20; last++) grow(grownTo(last, MEBI));
  assert.equal(said(), [1, 2, 3, 4, 5, 6, 7, 8], 'a process that is stopped is sent no more');
  grow(grownTo(21));
  take();
  assert.equal(said().slice(8), ['grown to 21']);
  grow(grownTo(22, MEBI));
  take();
  grow(grownTo(23, MEBI));
  assert.equal(said().slice(9), [22, 23], 'and all is as before');
});

test('is only how far the log has grown for what is too large to pass on', () => {
  const { grow, take, said } = telling();
  grow(grownTo(1, 9 * MEBI));
  grow(grownTo(2));
  take();
  grow(grownTo(3));
  assert.equal(said(), ['grown to 1', 2, 3]);
});

test('is nothing over engines', () => {
  const end = shareGrowth(null, () => assert.unreachable());
  end();
});

test.run();
