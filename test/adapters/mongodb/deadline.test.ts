import type { MongoClient } from 'mongodb';
import { MongoNetworkError } from 'mongodb';
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

test('a defect of our own is not hidden', async () => {
  const error = await call(1_000, DocumentsUnavailable, failing(new TypeError('no such field'))).then(
    () => null,
    (fault: unknown) => fault,
  );
  assert.instance(error, TypeError);
});

test.run();
