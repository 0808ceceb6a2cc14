import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { email } from '../../../src/events/email.ts';
import { openEmailStream, rememberAccepted } from '../../../src/sender/email/emailStream.ts';
import { CORRELATION, senderBench, WORKSPACE } from '../senderBench.ts';

const test = suite('the stream of an email whose acceptance was just read');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const STREAM = email.stream(ID);
const origin = { workspace: WORKSPACE, actor: 'sender', correlation: CORRELATION, causation: null };

/** An accepted email, over a store that counts the readings of its stream. */
async function accepted() {
  const { accept, store, ledger } = await senderBench();
  let reads = 0;
  const counting = {
    ...store,
    readStream: (...asked: Parameters<typeof store.readStream>) => {
      reads += 1;
      return store.readStream(...asked);
    },
  };
  await accept(ID, {});
  const claim = { deliveryId: ID, suppressionId: ID, recipient: 'you@b.example', sandbox: false, attempt: 1 };
  const claimed = newEvents(ledger, origin, [{ type: 'SubmissionAttempted' as const, data: claim }]);
  return {
    store: counting,
    log: store.log,
    open: () => openEmailStream({ ...ledger, store: counting }, ID),
    claimed,
    reads: () => reads,
  };
}

test('is not read again, once; then it is', async () => {
  const { store, log, open, reads } = await accepted();
  rememberAccepted(store, log);
  const first = await open();
  assert.is(reads(), 0);
  const second = await open();
  assert.is(reads(), 1);
  assert.equal(first?.progress(), second?.progress());
});

test('is read when something that came after was read too', async () => {
  const { store, log, open, claimed, reads } = await accepted();
  await store.append(STREAM, 0, claimed);
  rememberAccepted(store, log);
  await open();
  assert.is(reads(), 1);
});

test('what another process appended meanwhile is noticed when something is decided', async () => {
  const { store, log, open, claimed } = await accepted();
  rememberAccepted(store, log);
  const stream = await open();
  await store.append(STREAM, 0, claimed);
  const seen: unknown[] = [];
  const appended = await stream?.append((progress) => {
    const position = progress.position;
    seen.push(position);
    return position === log[1]?.position
      ? []
      : [
          {
            type: 'Rejected',
            data: {
              deliveryId: ID,
              suppressionId: ID,
              recipient: 'you@b.example',
              sandbox: false,
              reason: 'suppressed',
            },
          },
        ];
  });
  assert.equal(appended, []);
  assert.equal(seen, [log[0]?.position, log[1]?.position]);
});

test.run();
