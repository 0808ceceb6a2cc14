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

/** A thread that says what it is given, and ends with a mail that says so. */
function sayingThread() {
  const given: string[][] = [];
  const start = () => {
    const worker = new EventEmitter();
    const postMessage = (mails: readonly { raw: Buffer }[]) => {
      const said = mails.map(({ raw }) => String(raw).slice(0, 9));
      given.push(said);
      setImmediate(() => (said.includes('evil') ? worker.emit('exit', 1) : worker.emit('message', said)));
    };
    setImmediate(() => worker.emit('message', null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 }) as unknown as Worker;
  };
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1_000, atOnce: 3, start };
  const thread = parserThread<MailToParse, string>(parts);
  const read = (...mails: readonly (readonly [string, string])[]) =>
    Promise.all(mails.map(([text, owner]) => thread.read({ raw: Buffer.from(text) }, owner)));
  return { given, thread, read };
}

test('mails that wait are read together, owners in turns, and each has its own answer', async () => {
  const { given, thread, read } = sayingThread();
  const mails = [
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
    ['a4', 'a'],
    ['b1', 'b'],
  ] as const;
  assert.equal(await read(...mails), ['a1', 'a2', 'a3', 'a4', 'b1']);
  assert.equal(given, [['a1'], ['a2', 'b1', 'a3'], ['a4']]);
  await thread.close();
});

test('a mail that ends the thread costs those that were read with it no more than a second reading', async () => {
  const { given, thread, read } = sayingThread();
  const mails = ['one', 'two', 'evil', 'four'].map((text) => [text, 'w'] as const);
  assert.equal(await read(...mails), ['one', 'two', 'ended', 'four']);
  assert.equal(given, [['one'], ['two', 'evil', 'four'], ['two'], ['evil'], ['four']]);
  await thread.close();
});

test('no other mail is read together with a large one that comes first', async () => {
  const { given, thread, read } = sayingThread();
  await read(['one', 'w'], ['large'.repeat(100_000), 'w'], ['three', 'w']);
  assert.equal(given, [['one'], ['largelarg'], ['three']]);
  await thread.close();
});

test('a stop while a mail is read lets it be tried again later', async () => {
  const worker = new EventEmitter();
  const asked = new Promise<void>((resolve) => {
    Object.assign(worker, { postMessage: () => resolve(), terminate: async () => worker.emit('exit', 1) });
  });
  setImmediate(() => worker.emit('message', null));
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1_000 };
  const thread = parserThread<MailToParse, string>({ ...parts, start: () => worker as unknown as Worker });
  const read = thread.read({ raw: Buffer.from('one') }, 'w');
  await asked;
  await thread.close();
  assert.is(await read, 'late');
});

test.run();
