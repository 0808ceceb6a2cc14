import type { MongoClient } from 'mongodb';
import { MongoError, MongoNetworkError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mongoCalls } from '../../../src/adapters/mongodb/deadline.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('calls to MongoDB');
const call = mongoCalls({ connect: async () => {} } as unknown as MongoClient, quietLog);

const brokenSocket = (code: string) => Object.assign(new Error(`write ${code}`), { code });

/** Fails with the given errors, then answers. */
function failing(...faults: readonly Error[]) {
  let attempts = 0;
  return async () => {
    const fault = faults[attempts++];
    if (fault !== undefined) throw fault;
    return `answered at attempt ${attempts}`;
  };
}

test('a connection that broke is no fault of the call, also where the driver passes the error of the socket on', async () => {
  for (const fault of [
    new MongoNetworkError('connection closed'),
    brokenSocket('ECONNRESET'),
    brokenSocket('EPIPE'),
    brokenSocket('ERR_STREAM_DESTROYED'),
  ])
    assert.is(
      await call(1_000, DocumentsUnavailable, failing(fault)),
      'answered at attempt 2',
      fault.message,
    );
});

test('one that stays broken makes the documents unavailable', async () => {
  const faults = Array.from({ length: 50 }, () => brokenSocket('ECONNRESET'));
  const error = await call(300, DocumentsUnavailable, failing(...faults)).then(
    () => null,
    (fault: unknown) => fault,
  );
  assert.instance(error, DocumentsUnavailable);
  assert.match((error as Error).message, 'ECONNRESET');
});

test('a client that answers nothing for long is opened again, once in that time, and a short outage leaves it alone', async () => {
  const seen: string[] = [];
  let isHanging = true;
  const client = {
    connect: async () => void seen.push('connect'),
    close: async () => {
      seen.push('close');
      isHanging = false;
    },
  } as unknown as MongoClient;
  const calls = mongoCalls(client, quietLog, { renewAfterMs: 200 });
  const answer = () => (isHanging ? new Promise<string>(() => {}) : Promise.resolve('answered'));
  const asked = (ms: number) => calls(ms, DocumentsUnavailable, answer).catch(({ name }: Error) => name);
  assert.is(await asked(50), 'DocumentsUnavailable');
  isHanging = false;
  assert.is(await asked(50), 'answered');
  await new Promise((resolve) => setTimeout(resolve, 250));
  isHanging = true;
  assert.is(await asked(50), 'DocumentsUnavailable');
  assert.equal(seen, ['connect'], 'it answered between the two outages');
  assert.is(await asked(250), 'DocumentsUnavailable');
  assert.equal(seen, ['connect', 'close']);
  assert.is(await asked(50), 'answered');
  assert.equal(seen, ['connect', 'close', 'connect']);
});

test('a pool whose connections never come back counts as an outage', async () => {
  const exhausted = Object.defineProperty(new MongoError('no connection'), 'name', {
    value: 'MongoWaitQueueTimeoutError',
  });
  assert.is(await call(1_000, DocumentsUnavailable, failing(exhausted)), 'answered at attempt 2');
});

test('a defect of our own is not hidden', async () => {
  const error = await call(1_000, DocumentsUnavailable, failing(new TypeError('no such field'))).then(
    () => null,
    (fault: unknown) => fault,
  );
  assert.instance(error, TypeError);
});

test.run();
