import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { APART_MS } from '../../../src/events/addressEvidence.ts';
import { DocumentsUnavailable } from '../../../src/ports/documents.ts';
import type { MailOutcome } from '../../../src/ports/mailer.ts';
import { type SenderBench, senderBench } from '../senderBench.ts';

/** A refusal of our own SMTP dialogue that proves nothing by itself. */
const test = suite('a second refusal');

const [FIRST, SECOND, THIRD] = ['a', 'b', 'c'].map(
  (name) => `${name.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string];
const HARD: MailOutcome = {
  ...{ outcome: 'bounced', fault: 'recipient', diagnostic: '550 no' },
  ...{ bounceType: 'Transient', bounceSubType: 'General', hard: true },
};
const TAKEN: MailOutcome = { outcome: 'delivered', response: '250 ok' };

async function send(bench: SenderBench, emailId: string, answer: MailOutcome): Promise<unknown> {
  bench.mailer.answer = () => answer;
  await bench.accept(emailId, {});
  await bench.run(emailId);
  const last = (await bench.events(emailId)).at(-1);
  return last?.type === 'Bounced' ? [last.data.bounceType, last.data.hard ?? false] : last?.type;
}

test('one is Transient and hard; another for another message a day later is Permanent', async () => {
  const bench = await senderBench();
  assert.equal(await send(bench, FIRST, HARD), ['Transient', true]);
  await bench.clock.advance(APART_MS);
  assert.equal(await send(bench, SECOND, HARD), ['Permanent', false]);
});

test('it is not within the day, nor where a message was delivered in between, nor after another kind of refusal', async () => {
  const soon = await senderBench();
  await send(soon, FIRST, HARD);
  await soon.clock.advance(APART_MS - 1);
  assert.equal(await send(soon, SECOND, HARD), ['Transient', true]);
  const between = await senderBench();
  await send(between, FIRST, HARD);
  await between.clock.advance(APART_MS / 2);
  assert.is(await send(between, THIRD, TAKEN), 'Delivered');
  await between.clock.advance(APART_MS);
  assert.equal(await send(between, SECOND, HARD), ['Transient', true]);
  const { hard: _, ...soft } = HARD as Extract<MailOutcome, { outcome: 'bounced' }>;
  const other = await senderBench();
  await send(other, FIRST, soft);
  await other.clock.advance(APART_MS);
  assert.equal(await send(other, SECOND, HARD), ['Transient', true]);
  await other.clock.advance(APART_MS);
  assert.equal(await send(other, THIRD, soft), ['Transient', false]);
});

test('where the evidence cannot be read the outcome is recorded as it is', async () => {
  const known = { get: () => Promise.reject(new DocumentsUnavailable('away')) };
  const bench = await senderBench({ known });
  assert.equal(await send(bench, FIRST, HARD), ['Transient', true]);
  assert.is(bench.mailer.sent.length, 1);
});

test.run();
