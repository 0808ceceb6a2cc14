import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { acceptedOnce } from './acceptedOnce.ts';
import { handedOverOnce } from './handedOverOnce.ts';
import { inboundOnce } from './inboundOnce.ts';
import { dateAt, type MadeUp, type MadeUpEvent, saidOf, WORKSPACE } from './madeUp.ts';
import { receiptsRecorded } from './receiptsRecorded.ts';
import { stoppedStaySilent } from './stoppedStaySilent.ts';
import { stopsValid } from './stopsValid.ts';
import { textsEndInTime } from './textsEndInTime.ts';

const test = suite('the rules of the auditor about text messages');

const SHOP = '+46101000';
const READER = '+46701000001';
type Lines = NonNullable<MadeUp['lines']>;
type TextLine = NonNullable<Lines['texts']>[number];
type InboundLine = NonNullable<Lines['inbound']>[number];

const accepted = (segments = 1): MadeUpEvent => ({
  ...{ atMs: 1_000, stream: 'sms-s', type: 'SmsAccepted', actor: 'key:1' },
  data: {
    from: SHOP,
    to: READER,
    text: 'x'.repeat(segments === 1 ? 1 : segments * 153),
    segments,
    credits: 1,
  },
});
const event = (atMs: number, type: string, data: object = {}, actor = 'sender'): MadeUpEvent => ({
  ...{ atMs, stream: 'sms-s', type, data, actor },
});
const claimed = (atMs: number) => event(atMs, 'SmsSubmissionAttempted', { attempt: 1 });
const sent = (atMs: number) => event(atMs, 'SmsSent', { attempt: 1, carrierId: 'a1' });
const failed = (atMs: number, nextAttemptAt: string | null, actor = 'sender') =>
  event(atMs, 'SmsFailed', { attempt: 1, detail: 'no', nextAttemptAt }, actor);
const opted = (atMs: number, type: 'SmsOptedOut' | 'SmsOptedIn'): MadeUpEvent => ({
  ...{ atMs, stream: 'suppression-s', type, data: { sender: SHOP, number: READER, keyword: 'STOP' } },
});
const taken = (atMs: number, over: Partial<TextLine> = {}): TextLine => ({
  ...{ process: 'process 1', smsId: 's', segment: 0, from: SHOP, to: READER, carrierId: 'a1' },
  ...{ outcome: 'taken', heard: true, begunAtMs: atMs - 10, atMs, ...over },
});
const refused = (atMs: number) => taken(atMs, { carrierId: null, outcome: 'refused' });
const receipt = (atMs: number, state: 'delivered' | 'failed', over: object = {}) => ({
  ...{ process: 'process 1', answer: 'taken' as const, begunAtMs: atMs - 10, atMs },
  ...{ carrierId: 'a1', smsId: 's', state, ...over },
});
const inbound = (
  number: number,
  atMs: number,
  text: string,
  over: Partial<InboundLine> = {},
): InboundLine => ({
  ...{ number, carrierId: `in-${number}`, from: READER, to: SHOP, text, part: null, process: 'process 1' },
  ...{ answer: 'taken', begunAtMs: atMs - 10, atMs, ...over },
});
const said = async (rule: Parameters<typeof saidOf>[0], events: readonly MadeUpEvent[], lines: Lines = {}) =>
  (await saidOf(rule, { events, lines })).join();

test('an end needs the carrier’s evidence', async () => {
  const events = [accepted(), claimed(1_100), sent(1_300)];
  assert.is(await said(textsEndInTime, events, { texts: [taken(1_200)] }), '');
  assert.match(await said(textsEndInTime, events), /the carrier has 0 of its 1 segments/);
  const divided = [accepted(2), claimed(1_100), sent(1_300)];
  assert.match(await said(textsEndInTime, divided, { texts: [taken(1_200)] }), /has 1 of its 2 segments/);
  const refusal = [accepted(), claimed(1_100), failed(1_300, null)];
  assert.is(await said(textsEndInTime, refusal, { texts: [refused(1_200)] }), '');
  assert.match(await said(textsEndInTime, refusal), /the carrier refused no segment/);
  assert.is(await said(textsEndInTime, [accepted(), opted(1_100, 'SmsOptedOut'), failed(1_300, null)]), '');
});

test('a message without an end has a time that has not passed', async () => {
  assert.match(await said(textsEndInTime, [accepted()]), /was due 3599 s ago/);
  const later = (ms: number) => [accepted(), claimed(1_100), failed(1_300, dateAt(ms))];
  assert.is(await said(textsEndInTime, later(3_700_000)), '');
  assert.match(await said(textsEndInTime, later(1_800_000)), /was due 1800 s ago/);
});

test('what receipts say is in the log, and nothing else', async () => {
  const events = [accepted(), claimed(1_100), sent(1_300)];
  const texts = [taken(1_200)];
  const delivered = [...events, event(2_000, 'SmsDelivered', { detail: null }, 'recipient')];
  const receipts = [receipt(2_001, 'delivered')];
  assert.is(await said(textsEndInTime, delivered, { texts, receipts }), '');
  assert.match(
    await said(textsEndInTime, delivered, { texts }),
    /SmsDelivered, and its receipts do not say so/,
  );
  const lost = [...events, failed(2_000, null, 'recipient')];
  assert.match(await said(textsEndInTime, lost, { texts, receipts }), /by a receipt that never came/);
  assert.is(await said(receiptsRecorded, delivered, { receipts }), '');
  assert.match(await said(receiptsRecorded, events, { receipts }), /receipt 'delivered' of a1 was taken/);
  assert.is(
    await said(receiptsRecorded, events, { receipts: [receipt(2_001, 'delivered', { smsId: null })] }),
    '',
  );
  const unknown = [receipt(2_001, 'delivered', { carrierId: 'b2' })];
  assert.is(await said(receiptsRecorded, events, { receipts: unknown }), '', 'its answer was lost');
});

test('a segment may be handed over once more than answers were lost', async () => {
  const events = [accepted(), claimed(1_100), sent(1_300)];
  const again = taken(900_000);
  assert.match(
    await said(handedOverOnce, events, { texts: [taken(1_200), again] }),
    /2 times for 0 lost answers/,
  );
  const lost = taken(1_200, { outcome: 'later' });
  assert.is(await said(handedOverOnce, events, { texts: [lost, again] }), '');
  assert.is(await said(handedOverOnce, events, { texts: [taken(1_200), taken(1_250, { segment: 1 })] }), '');
});

test('who said STOP gets nothing by a later claim', async () => {
  const events = [accepted(), opted(5_000, 'SmsOptedOut'), claimed(60_000)];
  const texts = [taken(60_100)];
  assert.match(await said(stoppedStaySilent, events, { texts }), /had told .* to stop/);
  assert.is(await said(stoppedStaySilent, events), '', 'nothing was sent');
  const back = [accepted(), opted(5_000, 'SmsOptedOut'), opted(9_000, 'SmsOptedIn'), claimed(60_000)];
  assert.is(await said(stoppedStaySilent, back, { texts }), '');
});

test('a text that was taken is in the log once', async () => {
  const received = (atMs: number, text: string): MadeUpEvent => ({
    ...{ atMs, stream: `sms-in-${atMs}`, type: 'SmsReceived', data: { from: READER, to: SHOP, text } },
  });
  const hello = 'Hello, this is 1';
  const lines = { inbound: [inbound(1, 2_000, hello), inbound(1, 3_000, hello)] };
  assert.is(await said(inboundOnce, [received(1_990, hello)], lines), '');
  assert.match(await said(inboundOnce, [], lines), /the text 1 was taken, and is not in the log/);
  const twice = [received(1_990, hello), received(2_990, hello)];
  assert.match(await said(inboundOnce, twice, lines), /is in the log 2 times/);
  const nameless = [2_000, 70_000].map((atMs) => inbound(1, atMs, hello, { carrierId: null }));
  assert.is(await said(inboundOnce, twice, { inbound: nameless }), '', 'a minute later it is another text');
  const half = { inbound: [inbound(2, 2_000, 'Part 1 of 2', { part: 1 })] };
  assert.is(await said(inboundOnce, [], half), '', 'the other part may come');
});

test('a STOP holds when it is answered, and one that is brought again changes nothing', async () => {
  const stop = inbound(1, 2_000, 'Stop');
  assert.is(await said(stopsValid, [opted(1_995, 'SmsOptedOut')], { inbound: [stop] }), '');
  assert.match(await said(stopsValid, [], { inbound: [stop] }), /the Stop was taken, and is not valid/);
  const start = inbound(2, 9_000, 'START');
  const lines = { inbound: [stop, start, inbound(1, 60_000, 'Stop')] };
  const back = [opted(1_995, 'SmsOptedOut'), opted(8_995, 'SmsOptedIn')];
  assert.is(await said(stopsValid, back, lines), '');
  const again = [...back, opted(59_995, 'SmsOptedOut')];
  assert.match(await said(stopsValid, again, lines), /2 times SmsOptedOut is in the log for 1 Stop/);
});

test('a text message that was answered 202 stands in the log', async () => {
  const clients = [
    {
      ...{ client: 'shop', workspace: WORKSPACE, process: 'process 1', call: 'POST /v1/sms', key: 'k' },
      ...{ sent: {}, status: 202, answer: { id: 's' }, begunAtMs: 900, atMs: 1_050 },
    },
  ];
  assert.is(await said(acceptedOnce, [accepted()], { clients }), '');
  assert.match(await said(acceptedOnce, [], { clients }), /stands in the log 0 times/);
});

test.run();
