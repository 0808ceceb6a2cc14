import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MailToParse, parserThread } from '../../../src/adapters/intake/parserThread.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('the thread of a parser');

test('a thread that was started before reads the first mail, and no other is started', async () => {
  let threads = 0;
  const start = () => {
    threads++;
    const worker = new EventEmitter();
    const postMessage = (mails: readonly { raw: Buffer }[]) =>
      setImmediate(() =>
        worker.emit(
          'message',
          mails.map(({ raw }) => String(raw)),
        ),
      );
    setImmediate(() => worker.emit('message', null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 }) as unknown as Worker;
  };
  const thread = parserThread<MailToParse, string>({
    clock: manualClock(),
    log: quietLog,
    start,
    timeoutMs: () => 1_000,
  });
  assert.is(threads, 0);
  thread.start();
  assert.is(threads, 1);
  thread.start();
  assert.is(await thread.read({ raw: Buffer.from('a mail') }, 'w'), 'a mail');
  assert.is(threads, 1);
  await thread.close();
});

/** A thread whose life the test decides; `loads`: whether it ever gets as far as its first mail. */
function scriptedThread(loads: (n: number) => boolean) {
  const workers: EventEmitter[] = [];
  const start = () => {
    const worker = new EventEmitter();
    const loading = workers.push(worker);
    const postMessage = (mails: readonly { raw: Buffer }[]) =>
      setImmediate(() =>
        worker.emit(
          'message',
          mails.map(({ raw }) => String(raw)),
        ),
      );
    setImmediate(() =>
      loads(loading) ? worker.emit('message', null) : worker.emit('error', new Error('no parser')),
    );
    return Object.assign(worker, { postMessage, terminate: async () => 0 }) as unknown as Worker;
  };
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1_000 };
  return { workers, thread: parserThread<MailToParse, string>({ ...parts, start }) };
}

test('a thread that ends between two mails ends nothing else, and the next mail has another one', async () => {
  const { workers, thread } = scriptedThread(() => true);
  assert.is(await thread.read({ raw: Buffer.from('one') }, 'w'), 'one');
  workers[0]?.emit('error', new Error('thrown late'));
  workers[0]?.emit('exit', 1);
  assert.is(await thread.read({ raw: Buffer.from('two') }, 'w'), 'two');
  assert.is(workers.length, 2);
  await thread.close();
});

test('a mail whose thread could not load is tried again later, and not called unreadable', async () => {
  const { thread } = scriptedThread((n) => n > 1);
  assert.is(await thread.read({ raw: Buffer.from('one') }, 'w'), 'late');
  assert.is(await thread.read({ raw: Buffer.from('one') }, 'w'), 'one');
  await thread.close();
});

test.run();
