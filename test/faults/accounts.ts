import * as assert from 'uvu/assert';
import type { EmailAccepted, EmailRecipient } from '../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { isVerified } from '../support/httpsReceiver.ts';
import type { Fleet } from './fleet.ts';
import { expectedOutcome } from './orders.ts';
import type { Workload } from './workload.ts';

export interface Sums {
  readonly messages: number;
  readonly live: number;
  readonly simulated: number;
  readonly transactions: number;
  /** Live recipients whose message was sent more than once, each with at least as many claims. */
  readonly repeated: number;
  readonly reported: number;
  readonly posts: number;
}

/**
 * Compares what clients, the mail server and the receiver saw with what the log says, to the last message.
 * `laterByMs`: how far ahead the clock of some process was that signed webhooks.
 */
export async function settleAccounts(fleet: Fleet, workload: Workload, laterByMs = 0): Promise<Sums> {
  const { ledger, sink, receiver, secret } = fleet;
  const events = await ledger.events();
  const accepted = events.filter(({ type }) => type === 'EmailAccepted');
  const ids = new Set(accepted.map(({ stream }) => stream.slice('email-'.length)));
  if (workload.refused.length > 0) console.log(fleet.api.output());
  assert.equal(workload.refused, [], 'no well-formed send is refused');
  assert.is(ids.size, accepted.length, 'no message is accepted twice');
  const lost = [...workload.acknowledged.values()].filter((receipts) => {
    assert.is(new Set(receipts).size, 1, 'every answer to one key is the same, byte for byte');
    return !ids.has((JSON.parse(receipts[0] ?? '') as { id: string }).id);
  });
  assert.is(lost.length, 0, 'acknowledged messages lost');
  assert.is(ids.size, workload.acknowledged.size, 'one message, and so one charge, a key');

  const verified = new Set(
    receiver.received
      .filter((one) => [0, laterByMs].some((ms) => isVerified(one, secret, one.receivedAtMs + ms)))
      .map(({ body }) => (JSON.parse(body) as { id: string }).id),
  );
  const reported = events.filter((event) => ledger.isReported(event));
  assert.is(reported.filter(({ id }) => !verified.has(id)).length, 0, 'webhook events lost');

  const recipients = accepted.flatMap(({ data }) => (data as EmailAccepted).recipients);
  checkOutcomes(recipients, events);
  const live = recipients.filter(({ sandbox }) => !sandbox);
  const claims = countBy(
    events.filter(({ type }) => type === 'SubmissionAttempted'),
    ({ data }) => (data as { recipient: string }).recipient,
  );
  const sent = countBy(sink.received, ({ recipient }) => recipient);
  for (const { address } of live) {
    const times = sent.get(address) ?? 0;
    assert.ok(times > 0, `${address} got the message`);
    assert.ok(
      times <= (claims.get(address) ?? 0),
      `${address}: sent ${times} times, claimed ${claims.get(address)} times`,
    );
  }
  assert.is(sent.size, live.length, 'nobody else got mail');
  assert.is(
    new Set(sink.received.map(({ messageId, recipient }) => `${messageId} ${recipient}`)).size,
    live.length,
    'a repetition has the same Message-ID',
  );
  return {
    messages: ids.size,
    live: live.length,
    simulated: recipients.length - live.length,
    transactions: sink.received.length,
    repeated: [...sent.values()].filter((times) => times > 1).length,
    reported: reported.length,
    posts: receiver.received.length,
  };
}

/** Every recipient came to the outcome that its address stands for, once. */
function checkOutcomes(recipients: readonly EmailRecipient[], events: readonly RecordedEvent[]): void {
  const outcomes = countBy(
    events.filter(({ stream }) => stream.startsWith('email-')),
    ({ type, data }) => `${type} ${(data as { deliveryId?: string }).deliveryId}`,
  );
  const wrong = recipients.filter(
    (recipient) => outcomes.get(`${expectedOutcome(recipient)} ${recipient.deliveryId}`) !== 1,
  );
  assert.equal(wrong.map(({ address }) => address).slice(0, 5), [], 'recipients without their one outcome');
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
