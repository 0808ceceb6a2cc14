import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../../src/adapters/embedded/coordination/hints.ts';
import { wordingOf } from '../../../src/audit/wording.ts';
import { type Ledger, newEvents } from '../../../src/commands/kernel/ledger.ts';
import { optOutKeyword } from '../../../src/commands/sms/smsOptOut.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import { type RecordedSmsEvent, sms } from '../../../src/events/sms.ts';
import { workspace } from '../../../src/events/workspace.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../../src/follow/fold/projection.ts';
import type { IncomingSms } from '../../../src/ports/carrier.ts';
import { messages } from '../../../src/projections/messages.ts';
import { smsNumbers } from '../../../src/projections/smsNumbers.ts';
import { smsOptOuts } from '../../../src/projections/smsOptOuts.ts';
import { smsParts } from '../../../src/projections/smsParts.ts';
import { smsMessageHandler } from '../../../src/sender/sms/smsInbound.ts';
import { smsPartsWorker } from '../../../src/sender/sms/smsParts.ts';
import { freePermit } from '../../support/freePace.ts';
import { type ManualClock, manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { CORRELATION, WORKSPACE } from '../senderBench.ts';

const test = suite('inbound sms');
const NUMBER = '+4930';

async function inbound() {
  const store = memoryEventStore();
  const clock = manualClock();
  const ledger: Ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const numbers = await openProjection(documents, smsNumbers);
  const optOuts = await openProjection(documents, smsOptOuts);
  const parts = await openProjection(documents, smsParts(1));
  const sent = await openProjection(documents, messages(1));
  const origin = { workspace: WORKSPACE, actor: 'operator', correlation: CORRELATION, causation: null };
  const assigned = { type: 'SmsNumberAssigned', data: { number: NUMBER } };
  await store.append(workspace.stream(WORKSPACE), 'no-stream', newEvents(ledger, origin, [assigned]));
  const fold = async () => {
    for (const [projection, into] of [
      [smsNumbers as AnyProjection, numbers],
      [smsOptOuts as AnyProjection, optOuts],
      [smsParts(1) as AnyProjection, parts],
      [messages(1) as AnyProjection, sent],
    ] as const)
      await foldInto(
        projection,
        into,
        store.log.filter(({ type }) => projection.types.includes(type)),
      );
  };
  await fold();
  const answered: string[] = [];
  const counted: string[] = [];
  /** Where the read model of the numbers has come to; null: to the log's end. */
  let reached: Position | null = null;
  let sentReached: Position | null = null;
  const handler = smsMessageHandler({
    ...{ ledger, numbers, messages: sent, hints: inProcessHints(quietLog), log: quietLog },
    metrics: { ...noMetrics, count: (name: string) => void counted.push(name) },
    positionOf: async (model) => (model === 'messages' ? sentReached : reached) ?? (await store.head()),
    onOptOut: async (sender, number) => {
      answered.push(`${sender} ${number}`);
    },
  });
  const receive = (message: Partial<IncomingSms>) =>
    handler({
      carrierId: null,
      from: '+491',
      completedFrom: null,
      to: NUMBER,
      text: 'x',
      part: null,
      ...message,
    });
  const texts = () =>
    store.log.filter(({ type }) => type === 'SmsReceived').map(({ data }) => (data as { text: string }).text);
  const lag = (at: Position | null) => {
    reached = at;
  };
  const lagSent = (at: Position) => {
    sentReached = at;
  };
  return { store, clock, ledger, parts, optOuts, fold, receive, texts, answered, counted, lag, lagSent };
}

const part = (number: number, of: number, reference = 7) => ({ part: { reference, number, of } });

test('a message to a number that is not found is refused while the read model of the numbers lags', async () => {
  const { receive, clock, lag, texts } = await inbound();
  const received = async () => {
    const answer = receive({ to: '+4931' }).catch(() => 'refused');
    await clock.advance(6_000);
    return answer;
  };
  lag(BEGINNING);
  assert.is(await received(), 'refused', 'the carrier brings it again');
  lag(null);
  assert.is(await received(), 'unknown');
  lag(BEGINNING);
  assert.is(await receive({ to: NUMBER }), 'recorded', 'what is found is no question');
  assert.equal(texts(), ['x']);
});

test('parts in any order, some twice, are one message', async () => {
  const { receive, texts, store } = await inbound();
  await receive({ text: 'c', ...part(3, 3) });
  await receive({ text: 'a', ...part(1, 3) });
  await receive({ text: 'a', ...part(1, 3) });
  assert.equal(texts(), []);
  await receive({ text: 'b', ...part(2, 3) });
  await receive({ text: 'b', ...part(2, 3) });
  assert.equal(texts(), ['abc']);
  assert.equal(store.log.at(-1)?.data, { from: '+491', to: NUMBER, text: 'abc', segments: 3 });
});

test('a reference that is used again is another message', async () => {
  const { receive, texts } = await inbound();
  for (const [one, two] of [
    ['a', 'b'],
    ['c', 'd'],
  ] as const) {
    await receive({ text: one, ...part(1, 2) });
    await receive({ text: two, ...part(2, 2) });
  }
  await receive({ text: 'x', ...part(1, 2, 8) });
  await receive({ text: 'y', from: '+499', ...part(2, 2, 8) });
  assert.equal(texts(), ['ab', 'cd'], 'another sender’s part belongs to another message');
});

test('the same text under the same reference is a message again once no part of it can be a repetition', async () => {
  const { receive, texts, clock } = await inbound();
  const receiveBoth = async () => {
    await receive({ text: 'a', ...part(1, 2) });
    await receive({ text: 'b', ...part(2, 2) });
  };
  await receiveBoth();
  await clock.advance(59 * 60_000);
  await receiveBoth();
  assert.equal(texts(), ['ab'], 'the carrier brings parts again whose answers were lost');
  await clock.advance(60_001);
  await receiveBoth();
  assert.equal(texts(), ['ab', 'ab']);
  await receiveBoth();
  assert.equal(texts(), ['ab', 'ab'], 'of the second too');
  await clock.advance(3 * 24 * 3_600_000);
  await receiveBoth();
  assert.equal(texts(), ['ab', 'ab', 'ab']);
});

test('a part that comes again with its id is a repetition after hours too, in any order', async () => {
  const { receive, texts, clock } = await inbound();
  const first = { carrierId: 'c-1', text: 'a', ...part(1, 2) };
  const second = { carrierId: 'c-2', text: 'b', ...part(2, 2) };
  await receive(first);
  await receive(second);
  await clock.advance(3 * 3_600_000);
  await receive(second);
  await receive(first);
  assert.equal(texts(), ['ab']);
  await receive({ ...first, carrierId: 'c-3' });
  await receive({ ...second, carrierId: 'c-4' });
  assert.equal(texts(), ['ab', 'ab'], 'with ids of its own it is another message');
});

test('a gateway that gives each message one reference is served after thousands as after the first', async () => {
  const { receive, texts, clock, store } = await inbound();
  const { readStream } = store;
  let reads = 0;
  store.readStream = (...call) => {
    reads += 1;
    return readStream(...call);
  };
  const most: number[] = [];
  for (let day = 0; day < 40; day++) {
    reads = 0;
    await receive({ text: `a${day % 3}`, ...part(1, 2) });
    await receive({ text: 'b', ...part(2, 2) });
    most.push(reads);
    await clock.advance(24 * 3_600_000);
  }
  assert.equal(texts().length, 40);
  assert.ok(Math.max(...most.slice(20)) <= Math.max(...most.slice(0, 5)), most.join());
});

test('while others are missing, a part that comes again within a day is a repetition', async () => {
  const { receive, texts, clock } = await inbound();
  await receive({ text: 'a', ...part(1, 2) });
  await clock.advance(23 * 3_600_000);
  await receive({ text: 'a', ...part(1, 2) });
  await receive({ text: 'b', ...part(2, 2) });
  await receive({ text: 'B', ...part(2, 2) });
  assert.equal(texts(), ['ab'], 'the part that came twice waits for no other');
  await clock.advance(25 * 3_600_000);
  await receive({ text: 'B', ...part(2, 2) });
  await receive({ text: 'A', ...part(1, 2) });
  assert.equal(texts(), ['ab', 'AB']);
});

const DAY_MS = 24 * 3_600_000;

test('parts that come together on both sides of midnight are one message, while the log is slow', async () => {
  const { receive, texts, clock, store } = await inbound();
  await clock.advance(DAY_MS - 1);
  const { append } = store;
  let answer = () => {};
  store.append = async (...call) => {
    store.append = append;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return append(...call);
  };
  const first = receive({ text: 'a', ...part(1, 2) });
  await clock.advance(1);
  const second = receive({ text: 'b', ...part(2, 2) });
  await clock.advance(0);
  answer();
  await Promise.all([first, second]);
  assert.equal(texts(), ['ab']);
});

test('a part is put to what a process with a clock ahead has recorded on the next day already', async () => {
  const { receive, texts, clock } = await inbound();
  const midnightMs = clock.nowMs() + DAY_MS;
  clock.step(midnightMs + 50);
  await receive({ text: 'b', ...part(2, 2) });
  clock.step(midnightMs - 50);
  await receive({ text: 'a', ...part(1, 2) });
  await receive({ text: 'a', ...part(1, 2) });
  assert.equal(texts(), ['ab']);
});

test('two texts for one place are two messages', async () => {
  const { receive, texts } = await inbound();
  await receive({ text: 'a', ...part(1, 2) });
  await receive({ text: 'A', ...part(1, 2) });
  await receive({ text: 'b', ...part(2, 2) });
  await receive({ text: 'B', ...part(2, 2) });
  assert.equal(texts(), ['ab', 'AB']);
});

test('parts that never came are left out after an hour, and the rest is recorded', async () => {
  const { receive, texts, fold, parts, ledger } = await inbound();
  await receive({ text: 'begin ', ...part(1, 3) });
  await receive({ text: ' end', ...part(3, 3) });
  await fold();
  const page = await parts.page({ index: 'due', equals: [0, WORKSPACE], limit: 10 });
  assert.is(page.length, 1);
  const [stored] = page;
  assert.ok(stored);
  assert.is(stored.document.dueAtMs, ledger.clock.nowMs() + 3_600_000);
  const worker = smsPartsWorker({ ledger, collection: parts });
  await worker.run(stored.key, stored.document, new AbortController().signal, freePermit);
  assert.equal(texts(), ['begin … end']);
  await fold();
  assert.is(await parts.get(stored.key), null);
  await receive({ text: 'middle', ...part(2, 3) });
  assert.equal(
    texts(),
    ['begin … end'],
    'the part that comes late waits for an hour as a message of its own',
  );
});

test('an emoji that is divided between parts is whole again; half of one is replaced, since receivers refuse it in JSON', async () => {
  const { receive, texts, fold, parts, ledger } = await inbound();
  const [first, second] = ['a\ud83d', '\ude00b'];
  await receive({ text: second, ...part(2, 2) });
  await receive({ text: first, ...part(1, 2) });
  await receive({ text: first });
  await receive({ text: second, ...part(2, 2, 8) });
  await fold();
  const [stored] = await parts.page({ index: 'due', equals: [0, WORKSPACE], limit: 10 });
  assert.ok(stored);
  const worker = smsPartsWorker({ ledger, collection: parts });
  await worker.run(stored.key, stored.document, new AbortController().signal, freePermit);
  assert.equal(texts(), ['a😀b', 'a\ufffd', '…\ufffdb']);
});

test('without ids of the carrier’s own, the same text within a minute is a repetition', async () => {
  const { receive, texts, clock } = await inbound();
  await clock.advance(59_000);
  await receive({ text: 'yes' });
  await receive({ text: 'yes' });
  await clock.advance(50_000);
  await receive({ text: 'yes' });
  assert.equal(texts(), ['yes']);
  await receive({ text: 'no' });
  await clock.advance(61_000);
  await receive({ text: 'yes' });
  assert.equal(texts(), ['yes', 'no', 'yes']);
});

test('a STOP that the carrier brings again after a START changes nothing', async () => {
  const { receive, fold, optOuts } = await inbound();
  const optedOut = async () => {
    await fold();
    return (await optOuts.page({ index: 'byWorkspace', equals: [WORKSPACE], limit: 10 })).length;
  };
  await receive({ text: 'STOP', carrierId: '1' });
  await receive({ text: 'START', carrierId: '2' });
  await receive({ text: 'STOP', carrierId: '1' });
  assert.is(await optedOut(), 0);
  await receive({ text: 'STOP', carrierId: '3' });
  await receive({ text: 'START', carrierId: '2' });
  assert.is(await optedOut(), 1);
});

test('a STOP without an id counts as said again: who means it twice within a minute gets no text', async () => {
  const { receive, fold, optOuts } = await inbound();
  for (const text of ['STOP', 'START', 'STOP']) await receive({ text });
  await fold();
  assert.is((await optOuts.page({ index: 'byWorkspace', equals: [WORKSPACE], limit: 10 })).length, 1);
});

test('STOP and its kin opt out of that number, once; START takes it back', async () => {
  const { receive, fold, optOuts, answered, texts, store } = await inbound();
  await receive({ text: ' Stop. ', carrierId: '1' });
  await receive({ text: 'STOP', carrierId: '2' });
  await fold();
  assert.equal(answered, [`${NUMBER} +491`], 'answered once');
  assert.equal(texts(), [' Stop. ', 'STOP'], 'the customer gets the text too');
  const [found] = await optOuts.page({ index: 'byWorkspace', equals: [WORKSPACE], limit: 10 });
  assert.equal([found?.document.sender, found?.document.number], [NUMBER, '+491']);
  await receive({ text: 'start', carrierId: '3' });
  await fold();
  assert.is((await optOuts.page({ index: 'byWorkspace', equals: [WORKSPACE], limit: 10 })).length, 0);
  const types = store.log.map(({ type }) => type).filter((type) => type.startsWith('SmsOpted'));
  assert.equal(types, ['SmsOptedOut', 'SmsOptedIn']);
});

test('a word is decided on once the log shows the message itself: a START right after a STOP is not lost', async () => {
  const { receive, store, clock, fold, optOuts } = await inbound();
  await receive({ text: 'STOP' });
  const { end, readStream } = store;
  const before = await store.head();
  // A leader that was elected a moment ago shows the log as it was before the STOP was decided.
  store.end = async () => before.replace(/\d{2}$/, '01') as Position;
  store.readStream = async () => [];
  const start = receive({ text: 'START' });
  await clock.asleep();
  Object.assign(store, { end, readStream });
  await clock.advance(5_000);
  await start;
  await fold();
  let left = 0;
  for await (const _ of optOuts.scan()) left += 1;
  assert.is(left, 0);
});

const received = (log: readonly RecordedEvent[]) =>
  (log as readonly RecordedSmsEvent[]).flatMap((event) => (event.type === 'SmsReceived' ? [event] : []));

/** Some seconds pass, in which the read models come to the log's end. */
async function settled<Result>(clock: ManualClock, result: Promise<Result>): Promise<Result> {
  await clock.advance(6_000);
  return result;
}

test('a number without its country is completed when the workspace has sent it a text', async () => {
  const { receive, store, ledger, fold, optOuts, clock, counted, texts } = await inbound();
  const from = '01712345678';
  const national = { from, completedFrom: '+491712345678' };
  const whole = { ...national, carrierId: 'c-1', text: 'once' };
  await settled(clock, receive(whole));
  await settled(clock, receive({ ...national, text: 'half ', ...part(1, 2) }));
  const sender = () => received(store.log).at(-1)?.data.from;
  await settled(clock, receive({ from, completedFrom: '+491712345678', text: 'STOP' }));
  assert.is(sender(), from);
  assert.equal(counted, ['postledger_sms_stops_unmatched_total']);
  assert.not(
    store.log.some(({ type }) => type === 'SmsOptedOut'),
    'who that is is not known',
  );
  const accepted = {
    ...{ from: NUMBER, to: '+491712345678', templateId: ledger.ids.uuid(), text: 'x', segments: 1 },
    ...{ credits: 1, tags: [], metadata: null },
  };
  const origin = { workspace: WORKSPACE, actor: 'api', correlation: CORRELATION, causation: null };
  const sent = newEvents(ledger, origin, [{ type: 'SmsAccepted', data: accepted }]);
  await store.append(sms.stream(ledger.ids.uuid()), 'no-stream', sent);
  await fold();
  for (const written of ['01712345678', '1712345678']) {
    await receive({ from: written, completedFrom: '+491712345678', text: `by ${written}` });
    assert.is(sender(), '+491712345678', written);
  }
  await receive(whole);
  await receive({ ...national, text: 'and half', ...part(2, 2) });
  assert.is(sender(), '+491712345678');
  assert.equal(
    texts().filter((text) => /once|half/.test(text)),
    ['once', 'half and half'],
    'what came before the text was sent is the same message after it',
  );
  await settled(clock, receive({ from: '01712345679', completedFrom: '+491712345679' }));
  assert.is(sender(), '01712345679', 'another number');
  await receive({ from: '01712345678' });
  assert.is(sender(), '01712345678', 'a name of digits');
  await receive({ from, completedFrom: '+491712345678', text: 'Stop!' });
  await fold();
  const [found] = await optOuts.page({ index: 'byWorkspace', equals: [WORKSPACE], limit: 10 });
  assert.is(found?.document.number, '+491712345678');
});

test('a national number waits while it is not known whether it was sent to', async () => {
  const { receive, clock, lagSent, texts } = await inbound();
  lagSent(BEGINNING);
  const answer = receive({ from: '01712345678', completedFrom: '+491712345678' }).catch(() => 'refused');
  assert.is(await settled(clock, answer), 'refused', 'the carrier brings it again');
  assert.equal(texts(), []);
});

test('the word of a short code or a name stops no one, is counted and shown', async () => {
  const { receive, store, counted } = await inbound();
  for (const from of ['72345', 'BANK', '']) await receive({ from, text: 'STOP' });
  assert.is(counted.length, 3);
  assert.not(store.log.some(({ type }) => type === 'SmsOptedOut'));
  const events = received(store.log);
  assert.equal(
    events.map(({ data }) => data.from),
    ['72345', 'BANK', ''],
  );
  for (const event of events) assert.match(wordingOf(event), /stops no one/);
  await receive({ text: 'STOP' });
  for (const event of received(store.log).slice(3)) assert.not.match(wordingOf(event), /no one/);
});

test('a number of the workspace that comes without its + is the number', async () => {
  const { receive, store } = await inbound();
  assert.is(await receive({ to: '4930' }), 'recorded');
  assert.is(received(store.log)[0]?.data.to, NUMBER);
});

test('a sentence in which a keyword occurs is no command', () => {
  for (const text of ['stop it please', 'the end', 'Please cancel my order', '', '!!!', 'stopping'])
    assert.is(optOutKeyword(text), null, text);
  for (const text of ['STOP', 'stop all', 'Opt-out', 'arrêt', 'arret', 'désabonner', 'QUIT!', 'stopp'])
    assert.is(optOutKeyword(text)?.do, 'opt-out', text);
});

test.run();
