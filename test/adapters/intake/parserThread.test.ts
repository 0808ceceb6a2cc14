import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parserThread } from '../../../src/adapters/intake/parserThread.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('the thread of a parser');

test('a thread that was started before reads the first mail, and no other is started', async () => {
  let threads = 0;
  const start = () => {
    threads++;
    const worker = new EventEmitter();
    const postMessage = (raw: Buffer) => setImmediate(() => worker.emit('message', String(raw)));
    setImmediate(() => worker.emit('message', null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 }) as unknown as Worker;
  };
  const thread = parserThread<string>({
    clock: manualClock(),
    log: quietLog,
    start,
    timeoutMs: () => 1_000,
  });
  assert.is(threads, 0);
  thread.start();
  assert.is(threads, 1);
  thread.start();
  assert.is(await thread.read(Buffer.from('a mail'), 'w'), 'a mail');
  assert.is(threads, 1);
  await thread.close();
});

test.run();
