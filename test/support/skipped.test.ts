import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileSkipped } from './skipped.ts';

const test = suite('skipping a whole file');

test('is refused once a suite is registered, where it would end the process in the middle', () => {
  assert.throws(() => fileSkipped('no server'), /top of the test file \(no server\)/);
});

test.run();
