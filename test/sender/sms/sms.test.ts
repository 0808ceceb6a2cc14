import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../../src/adapters/embedded/coordination/hints.ts';
import { type Ledger, newEvents } from '../../../src/commands/kernel/ledger.ts';
import { sms } from '../../../src/events/sms.ts';
import { smsOptOutIdOf, suppression } from '../../../src/events/suppression.ts';
import { workspace } from '../../../src/events/workspace.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../../src/follow/fold/projection.ts';
import type { Carrier, OutgoingSms, SmsOutcome } from '../../../src/ports/carrier.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import type { Pace } from '../../../src/ports/pace.ts';
import { messages as messageProjection } from '../../../src/projections/messages.ts';
import { numberOwner, smsNumbers } from '../../../src/projections/smsNumbers.ts';
import { smsOutbox } from '../../../src/projections/smsOutbox.ts';
import type { ClaimRule } from '../../../src/sender/claim/claimTurn.ts';
import { smsMessageHandler } from '../../../src/sender/sms/smsInbound.ts';
import { smsWorker } from '../../../src/sender/sms/smsWorker.ts';
import { freePace, freePermit } from '../../support/freePace.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { namesOfTests, seededIds } from '../../support/seededIds.ts';
import { CORRELATION, WORKSPACE } from '../senderBench.ts';

const test = suite('sms');
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const OTHER = '33333333-3333-4333-8333-333333333333';

async function bench(rule: ClaimRule = { claimTimeoutMs: 300_000, soleSinceMs: null }) {
  const store = memoryEventStore();
  const clock = manualClock();
  const ledger: Ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const collection = await openProjection(documents, smsOutbox(2));
  const numbers = await openProjection(documents, smsNumbers);
  const messages = await openProjection(documents, messageProjection(1));
  const submitted: OutgoingSms[] = [];
  const carrier: Carrier & { readonly submitted: OutgoingSms[]; answer(): SmsOutcome | Promise<SmsOutcome> } =
    {
      submitted,
      receivesEverywhere: false,
      closedForMs: () => 0,
      answer: () => ({ outcome: 'sent', carrierId: 'c-1' }),
      async submit(message: OutgoingSms) {
        submitted.push(message);
        return carrier.answer();
      },
      receive: async () => {},
      close: async () => {},
    };
  const workerWith = (own: ClaimRule, pace: Pace = freePace) =>
    smsWorker({
      ledger,
      collection,
      carrier,
      rule: own,
      pace,
      limitsOf: async () => ({ perSecond: 1, perDay: 1 }),
      log: quietLog,
      metrics: noMetrics,
    });
  const worker = workerWith(rule);
  const write = (
    stream: string,
    expected: 'no-stream' | number,
    event: { type: string; data: unknown },
    by = WORKSPACE,
  ) =>
    store.append(
      stream,
      expected,
      newEvents(ledger, { workspace: by, actor: 'key:1', correlation: CORRELATION, causation: null }, [
        event,
      ]),
    );
  const accept = (text = 'Hi') =>
    write(sms.stream(ID), 'no-stream', {
      type: 'SmsAccepted',
      data: {
        from: '+491',
        to: '+492',
        templateId: OTHER,
        text,
        segments: 1,
        credits: 1,
        tags: [],
        metadata: null,
      },
    });
  const document = { partition: 0, lane: WORKSPACE, dueAtMs: 0 };
  return {
    store,
    clock,
    ledger,
    carrier,
    numbers,
    messages,
    collection,
    worker,
    workerWith,
    write,
    accept,
    run: (by = worker, permit = freePermit) => by.run(ID, document, new AbortController().signal, permit),
    async fold() {
      for (const [projection, into] of [
        [smsOutbox(2), collection],
        [smsNumbers, numbers],
      ] as const) {
        const any: AnyProjection = projection;
        await foldInto(
          any,
          into,
          store.log.filter(({ type }) => any.types.includes(type)),
        );
      }
    },
    history: () => store.log.filter(({ stream }) => stream === sms.stream(ID)).map(({ type }) => type),
  };
}

test('claims, hands over, records, and is done', async () => {
  const { accept, run, history, carrier, fold, collection, store } = await bench();
  await accept();
  await fold();
  assert.ok(await collection.get(ID));
  const result = await run();
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSent']);
  const division = { coding: 'gsm7', segments: ['Hi'], taken: 0 };
  assert.equal(carrier.submitted, [{ smsId: ID, from: '+491', to: '+492', text: 'Hi', ...division }]);
  assert.equal(result, { position: store.log.at(-1)?.position });
  await fold();
  assert.is(await collection.get(ID), null);
  await run();
  assert.is(carrier.submitted.length, 1);
});

test('deferred: tried again, and given up in the end; refused: given up at once', async () => {
  const late = await bench();
  await late.accept();
  await late.fold();
  assert.is((await late.collection.get(ID))?.document.isAtOnce, true);
  late.carrier.answer = () => ({ outcome: 'deferred', detail: 'busy' });
  await late.run();
  await late.fold();
  const again = (await late.collection.get(ID))?.document;
  assert.equal([again?.dueAtMs, again?.isAtOnce], [late.clock.nowMs() + 60_000, false]);
  assert.equal(await late.run(), { retryAfterMs: 30_000, why: 'its next attempt has a later date' });
  for (let n = 0; n < 12; n++) {
    await late.clock.advance(5 * 3_600_000);
    await late.run();
  }
  assert.is(late.carrier.submitted.length, 8);
  await late.fold();
  assert.is(await late.collection.get(ID), null);

  const refused = await bench();
  await refused.accept();
  refused.carrier.answer = () => ({ outcome: 'failed', detail: 'no such number' });
  await refused.run();
  await refused.clock.advance(9_999_999);
  await refused.run();
  assert.is(refused.carrier.submitted.length, 1);
});

test('a segment that the carrier took is on disk before the next, and the next attempt goes on after it', async () => {
  const { accept, run, carrier, history, clock } = await bench();
  await accept('a'.repeat(400));
  let atSecond: readonly string[] = [];
  carrier.submit = async (message, onSegment) => {
    carrier.submitted.push(message);
    if (message.taken > 0) return { outcome: 'sent', carrierId: 'c-3' };
    await onSegment('c-1');
    atSecond = history();
    await onSegment('c-2');
    return { outcome: 'deferred', detail: 'the link broke before the answer' };
  };
  await run();
  assert.equal(atSecond, ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSegmentSent']);
  await clock.advance(60_000);
  await run();
  assert.equal(
    carrier.submitted.map(({ taken, segments }) => [taken, segments.length]),
    [
      [0, 3],
      [2, 3],
    ],
  );
  assert.is(history().at(-1), 'SmsSent');
});

test('a segment whose record failed is recorded with the outcome', async () => {
  const { accept, run, carrier, store, history, clock } = await bench();
  await accept('a'.repeat(400));
  const { append } = store;
  carrier.submit = async (_, onSegment) => {
    store.append = () => Promise.reject(new EventStoreUnavailable('gone'));
    await onSegment('c-1');
    return { outcome: 'sent', carrierId: 'never' };
  };
  const running = run();
  await clock.asleep();
  await clock.advance(10_000);
  store.append = append;
  await clock.advance(5_000);
  await running;
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSegmentSent', 'SmsFailed']);
});

test('a segment whose record was stored and not answered counts once, whenever the log comes back', async () => {
  for (const back of ['for the outcome', 'a minute later'] as const) {
    const { accept, run, carrier, store, history, clock } = await bench();
    await accept('a'.repeat(300));
    const { append } = store;
    const goAway = (stores: boolean) => {
      store.append = async (...call) => {
        if (stores) await append(...call);
        throw new EventStoreUnavailable('no answer');
      };
    };
    const submit = carrier.submit;
    carrier.submit = async (message, onSegment) => {
      if (message.taken > 0) return submit(message, onSegment);
      goAway(true);
      const recorded = onSegment('c-1');
      await clock.asleep();
      goAway(false);
      return recorded.then(
        () => ({ outcome: 'sent', carrierId: 'never' }),
        (error) => {
          if (back === 'for the outcome') store.append = append;
          throw error;
        },
      );
    };
    const running = run();
    for (let waits = 0; waits < 6; waits++) await clock.advance(2_000);
    if (back === 'a minute later') await clock.advance(60_000);
    store.append = append;
    await clock.advance(5_000);
    await running;
    assert.equal(
      history(),
      ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSegmentSent', 'SmsFailed'],
      `${back}: the segment is recorded once`,
    );
    await clock.advance(60_000);
    await run();
    assert.equal(
      carrier.submitted.map(({ taken, segments }) => [taken, segments.length]),
      [[1, 2]],
      back,
    );
    assert.is(history().at(-1), 'SmsSent', back);
  }
});

test('while the way to the carrier is closed nothing is claimed, and no attempt used', async () => {
  const { accept, run, carrier, history } = await bench();
  await accept();
  let closedForMs = 2_000;
  carrier.closedForMs = () => closedForMs;
  assert.equal(await run(), { retryAfterMs: 2_000, why: 'the carrier takes nothing at the moment' });
  assert.equal(history(), ['SmsAccepted']);
  closedForMs = 0;
  await run();
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSent']);
});

test('nothing goes to a recipient who asked this number to stop; to others, and from others, it does', async () => {
  for (const [sender, number, submitted] of [
    ['+491', '+492', 0],
    ['+499', '+492', 1],
    ['+491', '+499', 1],
  ] as const) {
    const { accept, run, write, carrier, store } = await bench();
    await accept();
    const stream = suppression.stream(smsOptOutIdOf(namesOfTests, WORKSPACE, sender, number));
    await write(stream, 'no-stream', { type: 'SmsOptedOut', data: { sender, number, keyword: 'STOP' } });
    // No read model has it yet.
    await run();
    assert.is(carrier.submitted.length, submitted, `${sender} ${number}`);
    const last = store.log.at(-1);
    if (submitted === 0) {
      const data = { attempt: 1, detail: 'the recipient told this number to stop', nextAttemptAt: null };
      assert.equal([last?.type, last?.data], ['SmsFailed', data]);
    }
  }
});

test('two racing workers hand over once', async () => {
  const { accept, run, carrier, workerWith } = await bench();
  await accept();
  const rule = { claimTimeoutMs: 300_000, soleSinceMs: null };
  await Promise.all([run(), run(workerWith(rule)), run(workerWith(rule))]);
  assert.is(carrier.submitted.length, 1);
});

test('anyone who loses the race looks again within a second', async () => {
  const { accept, run, store, write, carrier } = await bench();
  await accept();
  const { append } = store;
  store.append = async (...call) => {
    store.append = append;
    await write(sms.stream(ID), 0, { type: 'SmsSubmissionAttempted', data: { attempt: 1 } });
    return append(...call);
  };
  assert.equal(await run(), { retryAfterMs: 1_000, why: 'another process sends it' });
  assert.is(carrier.submitted.length, 0);
});

test('nothing is sent under a claim that grew old while the process stood still', async () => {
  const { accept, run, store, clock, carrier, history } = await bench();
  await accept();
  const { append } = store;
  store.append = async (...call) => {
    const appended = await append(...call);
    // The process is stopped right after its claim, and goes on four minutes later.
    store.append = append;
    clock.pass(240_000);
    return appended;
  };
  assert.equal(await run(), { retryAfterMs: 0, why: 'it stood still too long after its claim' });
  assert.is(carrier.submitted.length, 0);
  await run();
  assert.is(carrier.submitted.length, 1);
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSubmissionAttempted', 'SmsSent']);
});

test('of a long stream each look reads only what is new', async () => {
  const { accept, run, store, clock, carrier } = await bench();
  await accept();
  carrier.answer = () => ({ outcome: 'deferred', detail: 'busy' });
  for (let n = 0; n < 6; n++) {
    await run();
    await clock.advance(5 * 3_600_000);
  }
  const from: (number | undefined)[] = [];
  const { readStream } = store;
  store.readStream = (stream, options) => {
    if (stream === sms.stream(ID)) from.push(options?.fromRevision);
    return readStream(stream, options);
  };
  await run();
  assert.ok(from.length > 0 && from.every((revision) => (revision ?? 0) >= 11), from.join());
});

test('an abandoned claim is taken up by a sole sender at once, by others when it is old', async () => {
  const { accept, write, run, carrier, clock, workerWith, store } = await bench();
  await accept();
  await write(sms.stream(ID), 0, { type: 'SmsSubmissionAttempted', data: { attempt: 1 } });
  assert.equal(await run(), { retryAfterMs: 30_000, why: 'a sender has it in hand, or ended with it' });
  await clock.advance(10);
  const sole = workerWith({ claimTimeoutMs: 300_000, soleSinceMs: clock.nowMs() });
  await run(sole);
  assert.is(carrier.submitted.length, 0);
  const detail = 'the answer is unknown';
  const nextAttemptAt = new Date(clock.nowMs()).toISOString();
  assert.equal(store.log.at(-1)?.data, { attempt: 1, detail, nextAttemptAt, unanswered: true });
  await run(sole);
  assert.is(carrier.submitted.length, 1);
});

test('an SMS whose sender ends each time is put off longer and longer, and given up', async () => {
  const { accept, write, run, carrier, clock, workerWith, store, history } = await bench();
  await accept();
  const waitsMin: number[] = [];
  for (let attempt = 1; history().at(-1) !== 'SmsFailed' || attempt < 9; attempt++) {
    const { length } = history();
    await write(sms.stream(ID), length - 1, { type: 'SmsSubmissionAttempted', data: { attempt } });
    await clock.advance(10);
    await run(workerWith({ claimTimeoutMs: 300_000, soleSinceMs: clock.nowMs() }));
    const nextAttemptAt =
      (store.log.at(-1)?.data as { nextAttemptAt?: string | null } | undefined)?.nextAttemptAt ?? null;
    if (nextAttemptAt === null) break;
    const waitMs = Date.parse(nextAttemptAt) - clock.nowMs();
    waitsMin.push(waitMs / 60_000);
    await clock.advance(waitMs);
  }
  assert.equal(waitsMin, [0, 5, 15, 30, 60, 120, 240]);
  assert.is(carrier.submitted.length, 0);
});

test('an outcome that cannot be recorded is tried again by the same run, which needs no other grant', async () => {
  const { accept, run, carrier, clock, store, history } = await bench();
  await accept();
  const append = store.append;
  carrier.answer = () => {
    store.append = () => Promise.reject(new EventStoreUnavailable('gone'));
    return { outcome: 'sent', carrierId: null };
  };
  const running = run();
  await clock.asleep();
  await clock.advance(60_000);
  store.append = append;
  await clock.advance(5_000);
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsSent']);
  assert.equal(await running, { position: store.log.at(-1)?.position });
  await run();
  assert.is(carrier.submitted.length, 1);
});

test('a confirmation that comes before the record of the hand-over disturbs nothing', async () => {
  const { accept, run, carrier, write, history } = await bench();
  await accept();
  carrier.answer = async () => {
    await write(sms.stream(ID), 1, { type: 'SmsDelivered', data: { detail: null } });
    return { outcome: 'sent', carrierId: 'c' };
  };
  await run();
  assert.equal(history(), ['SmsAccepted', 'SmsSubmissionAttempted', 'SmsDelivered', 'SmsSent']);
});

test('a number belongs to the workspace that was first, until it releases it', async () => {
  const { write, fold, numbers } = await bench();
  const number = '+4930';
  const change = async (type: string, by: string, revision: 'no-stream' | number) => {
    await write(workspace.stream(by), revision, { type, data: { number } }, by);
    await fold();
    return numberOwner(numbers, number);
  };
  assert.is(await numberOwner(numbers, number), null);
  assert.is(await change('SmsNumberAssigned', WORKSPACE, 'no-stream'), WORKSPACE);
  assert.is(await change('SmsNumberAssigned', OTHER, 'no-stream'), WORKSPACE);
  assert.is(await change('SmsNumberReleased', WORKSPACE, 0), OTHER);
  assert.is(await change('SmsNumberReleased', OTHER, 0), null);
});

test('inbound: recorded once under its owner, ignored when no workspace has the number', async () => {
  const { write, fold, numbers, messages, ledger, store, clock } = await bench();
  await write(workspace.stream(WORKSPACE), 'no-stream', {
    type: 'SmsNumberAssigned',
    data: { number: '+4930' },
  });
  await fold();
  const handler = smsMessageHandler({
    ...{ ledger, numbers, messages, hints: inProcessHints(quietLog), log: quietLog, metrics: noMetrics },
    positionOf: ledger.store.head,
  });
  const message = { carrierId: 'm-1', from: '+491', completedFrom: null, to: '+4930', text: '', part: null };
  assert.is(await handler(message), 'recorded');
  assert.is(await handler(message), 'recorded');
  const received = store.log.filter(({ type }) => type === 'SmsReceived');
  assert.is(received.length, 1);
  assert.is(received[0]?.metadata.workspace, WORKSPACE);
  assert.equal(received[0]?.data, { from: '+491', to: '+4930', text: '', segments: 1 });
  const unknown = handler({ ...message, to: '+4931' });
  await clock.advance(5_000);
  assert.is(await unknown, 'unknown');
});

test('inbound on a number assigned a moment ago waits for the read model', async () => {
  const { write, fold, numbers, messages, ledger, clock } = await bench();
  const handler = smsMessageHandler({
    ...{ ledger, numbers, messages, hints: inProcessHints(quietLog), log: quietLog, metrics: noMetrics },
    positionOf: ledger.store.head,
  });
  const waiting = handler({
    carrierId: 'm-1',
    from: '+491',
    completedFrom: null,
    to: '+4930',
    text: 'x',
    part: null,
  });
  await clock.advance(300);
  await write(workspace.stream(WORKSPACE), 'no-stream', {
    type: 'SmsNumberAssigned',
    data: { number: '+4930' },
  });
  await fold();
  await clock.advance(1_000);
  assert.is(await waiting, 'recorded');
});

test.run();
