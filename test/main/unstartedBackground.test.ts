import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startBackground } from '../../src/main/background/background.ts';
import { manualClock } from '../support/manualClock.ts';
import { noMoreProcesses } from '../support/noMoreProcesses.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const test = suite('a background that the system does not let start');

test('is tried again after growing pauses, and stops when it is asked to', async () => {
  const clock = manualClock();
  const logged: string[] = [];
  const record = (_: object, message: string) => void logged.push(message);
  const log = { ...quietLog, error: record, warn: record };
  const undo = noMoreProcesses();
  try {
    const background = startBackground({ env: {}, onGrown: () => {}, clock, log, metrics: noMetrics });
    // Tried at once, and after pauses of 1 and 2 seconds.
    await clock.advance(3_500);
    const once = ['the background process could not be started', 'the background process is started again'];
    assert.equal(logged, [...once, ...once, ...once]);
    assert.not.ok(background.state().runs);
    await background.stop();
  } finally {
    undo();
  }
});

test.run();
