import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MailOutcome, OutgoingMail } from '../../../src/ports/mailer.ts';
import { countedPace, freePermit } from '../../support/freePace.ts';
import { runningLoop } from '../../work/runningLoop.ts';
import { recipient, senderBench, WORKSPACE } from '../senderBench.ts';

const test = suite('large mails');

const idOf = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** A mail with an attachment of so many bytes. */
function mailOf(n: number, bytes: number, to: string | readonly string[]) {
  const content = { sha256: 'f'.repeat(64), length: bytes };
  return {
    recipients: [to].flat().map((address, at) => recipient(10 * n + at, address)),
    attachments: [
      { filename: 'f', type: 'text/plain', contentId: null, disposition: 'attachment' as const, content },
    ],
  };
}

/** Mails whose servers answer when the test says so. */
async function largeMails() {
  const pace = countedPace(100);
  const bench = await senderBench({ pace });
  // They say that they are large, so that the test need not be.
  bench.blobs.get = async () => Buffer.from('file');
  const open: { readonly mail: OutgoingMail; readonly answer: (outcome: MailOutcome) => void }[] = [];
  bench.mailer.answer = (mail) => new Promise((answer) => open.push({ mail, answer }));
  return {
    ...bench,
    pace,
    /** Accepts a mail with an attachment of so many bytes, and begins to send it. */
    async send(n: number, bytes: number, to: string | readonly string[], permit = freePermit) {
      await bench.accept(idOf(n), mailOf(n, bytes, to));
      const ended = bench.run(idOf(n), bench.worker, permit);
      await turns();
      return { ended };
    },
    /** To whom there is a transaction. */
    open: () => open.map(({ mail }) => mail.recipient),
    async answerFirst() {
      open.shift()?.answer({ outcome: 'submitted', response: '250 ok' });
      await turns();
    },
  };
}

const MEBIBYTE = 1024 * 1024;

test('no small mail waits for the servers of large ones', async () => {
  const { send, open } = await largeMails();
  await send(1, 70 * MEBIBYTE, 'slow@b.example');
  await send(2, 20 * MEBIBYTE, 'next@b.example');
  await send(3, 1_000, 'small@b.example');
  assert.equal(open(), ['slow@b.example', 'small@b.example']);
});

test('a large mail has its turn after one recipient of another, which then goes on', async () => {
  const { send, open, answerFirst } = await largeMails();
  await send(1, 70 * MEBIBYTE, ['a@b.example', 'b@b.example', 'c@b.example']);
  await send(2, 70 * MEBIBYTE, 'next@b.example');
  const order: string[] = [];
  for (let n = 0; n < 4; n++) {
    assert.is(open().length, 1);
    order.push(...open());
    await answerFirst();
  }
  assert.equal(order, ['a@b.example', 'next@b.example', 'b@b.example', 'c@b.example']);
});

test('what waits for memory has no grant of the pace yet but its first', async () => {
  const { send, pace, answerFirst, open } = await largeMails();
  await send(1, 70 * MEBIBYTE, ['a@b.example', 'b@b.example']);
  const left = pace.left;
  await send(2, 70 * MEBIBYTE, ['c@b.example', 'd@b.example']);
  assert.is(pace.left, left);
  for (let n = 0; n < 4; n++) await answerFirst();
  assert.equal(open(), []);
  assert.is(pace.left, 97, 'one by its permit, and the others by the pace');
});

test('a mail that waited for memory goes by a new grant of the pace, and its permit is given back', async () => {
  const { send, pace, answerFirst, open } = await largeMails();
  await send(1, 70 * MEBIBYTE, 'a@b.example');
  let [used, returned] = [0, 0];
  const permit = {
    use: () => void used++,
    refund: async () => void returned++,
  };
  const { ended } = await send(2, 70 * MEBIBYTE, 'b@b.example', permit);
  pace.left = 0;
  await answerFirst();
  assert.equal(open(), [], 'many that waited would go at once, above the pace');
  assert.equal(await ended, {
    retryAfterMs: 1_000,
    why: 'the pace of the workspace allows no more at the moment',
  });
  assert.equal([used, returned], [0, 1]);
});

test('a small mail does not wait behind the large ones of its lane, which go one after the other', async () => {
  const { accept, clock, worker, open, answerFirst } = await largeMails();
  const loop = runningLoop(clock, { maxInFlight: 32, maxInFlightPerLane: 24, run: worker.run });
  const LARGE = 40;
  for (let n = 0; n <= LARGE; n++) {
    const isLarge = n < LARGE;
    await accept(idOf(n), mailOf(n, isLarge ? 70 * MEBIBYTE : 1_000, `${isLarge ? n : 'small'}@b.example`));
    loop.due(idOf(n), WORKSPACE, clock.nowMs() + n);
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
  };
  await pass(3_000);
  assert.equal(open(), ['0@b.example', 'small@b.example']);
  const went = new Set<string>();
  for (let rounds = 0; rounds < 100 && open().length > 0; rounds++) {
    for (const to of open()) went.add(to);
    await answerFirst();
    await pass(1_000);
  }
  assert.is(went.size, LARGE + 1);
  await loop.end();
});

test.run();
