import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore } from '../../../src/adapters/checked/eventStore.ts';
import type { Learned } from '../../../src/commands/email/deliveryReport.ts';
import { recipientOfMessage, recordReaction } from '../../../src/commands/email/recipientReaction.ts';
import { recordDeliveryReport } from '../../../src/commands/email/recordDeliveryReport.ts';
import { type Ledger, newEvents } from '../../../src/commands/kernel/ledger.ts';
import { email } from '../../../src/events/email.ts';
import { recipientFields } from '../../../src/events/recipientFields.ts';
import { LogDamaged } from '../../../src/ports/eventStore.ts';
import { suppressions } from '../../../src/projections/suppressions.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { CORRELATION, plainEmail, recipient, WORKSPACE } from '../../sender/senderBench.ts';
import { evidenceIn } from '../../support/evidenceIn.ts';
import { manualClock } from '../../support/manualClock.ts';
import { type MemoryEventStore, memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';

const EMAIL_ID = '33333333-3333-4333-8333-333333333333';
const STREAM = email.stream(EMAIL_ID);
const bob = recipient(1, 'Bob@b.example');
const eve = recipient(2, 'eve@b.example');

interface Context {
  ledger: Ledger;
  store: MemoryEventStore;
}

const test = suite<Context>('what comes back for a message whose addresses are gone');

/** Changes the parts of all events of the message. */
const partsBecome = ({ store }: Context, change: (people: string) => object) =>
  store.log.splice(
    0,
    store.log.length,
    ...store.log.map(({ parts, ...event }) => {
      const people = parts?.people;
      if (people === undefined) return { ...event, ...(parts && { parts }) };
      return { ...event, parts: { ...parts, ...{ people: undefined }, ...change(people.text) } };
    }),
  );

test.before.each(async (context) => {
  const store = memoryEventStore();
  const ids = seededIds('gone');
  const ledger = { store: checkedEventStore(store, { ids }), clock: manualClock(), ids };
  Object.assign(context, { store, ledger });
  const origin = { workspace: WORKSPACE, actor: 'a key', correlation: CORRELATION, causation: null };
  const accepted = { ...plainEmail, recipients: [bob, eve] };
  const sent = [bob, eve].flatMap((each) => [
    { type: 'SubmissionAttempted', data: { ...recipientFields(each), attempt: 1 } },
    { type: 'Submitted', data: { ...recipientFields(each), response: '250 ok' } },
  ]);
  const events = newEvents(ledger, origin, [{ type: 'EmailAccepted', data: accepted }, ...sent]);
  await ledger.store.append(STREAM, 'no-stream', events);
});

const suppressedBy = ({ store }: Context) =>
  store.log
    .slice(5)
    .filter((event) => (suppressions.types as readonly string[]).includes(event.type))
    .flatMap((event) => suppressions.keys(event as never));

const hard: Learned = {
  ...{ is: 'bounced', bounceType: 'Permanent', bounceSubType: 'NoEmail' },
  diagnosticCode: '550 5.1.1 no such user',
} as const;

const reported = ({ ledger, store }: Context, learned: Learned, about: string, to: 0 | 1 | string) =>
  recordDeliveryReport(
    { ledger, known: evidenceIn(store), suppressionOf: async () => null },
    {
      emailId: EMAIL_ID,
      recipient: typeof to === 'string' ? { address: to } : { place: to },
      findings: [{ learned, about: [about] }],
      ...({ source: 'dsn', proof: 'signed', reportId: `${learned.is} ${to}`, reportedAtMs: null } as const),
    },
  );

for (const learned of [hard, { is: 'complained' }, { is: 'unsubscribed' }] as const)
  test(`late: it ${learned.is}, and the address is suppressed by its suppressionId`, async (context) => {
    partsBecome(context, () => ({}));
    assert.is(await reported(context, learned, 'bob@B.example', 0), 'recorded');
    assert.equal(suppressedBy(context), [bob.suppressionId]);
    assert.is(await reported(context, learned, 'bob@B.example', 0), 'known');
    assert.is(await reported(context, learned, 'EVE@b.example', 'eve@b.example'), 'recorded');
    assert.equal(suppressedBy(context), [bob.suppressionId, eve.suppressionId]);
    assert.is(await reported(context, learned, 'x@b.example', 'stranger@b.example'), 'refused');
  });

test('a bounce about another address, as after forwarding, is still no proof about the own one', async (context) => {
  partsBecome(context, () => ({}));
  assert.is(await reported(context, hard, 'elsewhere@b.example', 0), 'recorded');
  assert.equal(suppressedBy(context), []);
});

test('a link unsubscribes and takes back, and its page has blanks in the places of what is gone', async (context) => {
  partsBecome(context, () => ({}));
  const { ledger } = context;
  const ref = { emailId: EMAIL_ID, recipient: 1 };
  const of = async () => null;
  assert.is(await recordReaction(ledger, ref, { do: 'unsubscribe', way: 'one click' }, of), true);
  assert.equal(suppressedBy(context), [eve.suppressionId]);
  const page = await recipientOfMessage(ledger, ref, of);
  assert.equal(
    [page?.from, page?.address, page?.isUnsubscribed, page?.mayUndo],
    ['[not here]', '[not here]', true, true],
  );
  const agent = { agent: 'browser', automatedBy: null } as const;
  assert.is(await recordReaction(ledger, ref, { do: 'open', ...agent }, of), true);
  assert.is(await recordReaction(ledger, ref, { do: 'resubscribe' }, of), true);
});

test('whatever else reads the message finds damage, by the position', async (context) => {
  partsBecome(context, () => ({}));
  const damage = await rejection(context.ledger.store.readStream(STREAM));
  assert.instance(damage, LogDamaged);
  assert.match(String(damage), 'the event at position 1 lacks its part people');
});

test('parts that were changed are damage here too', async (context) => {
  partsBecome(context, (text) => ({
    people: { salt: 'A'.repeat(22), text: text.replace('Bob@', 'bot@') },
  }));
  assert.instance(await rejection(reported(context, hard, bob.address, 0)), LogDamaged);
  assert.is(context.store.log.length, 5);
});

test.run();
