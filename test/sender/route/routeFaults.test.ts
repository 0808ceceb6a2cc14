import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RouteFault } from '../../../src/ports/mailer.ts';
import { countedPace, freePermit } from '../../support/freePace.ts';
import { recipient, senderBench, WORKSPACE } from '../senderBench.ts';

/** What the email worker makes of a route that takes nothing, and of destinations that are left alone. */
const test = suite('route faults');
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const OTHER = 'bbbbbbbb-0000-4000-8000-000000000000';
const people = Array.from({ length: 8 }, (_, n) => recipient(n, `p${n}@b.example`));

const fault = (trouble: RouteFault['trouble'] = 'connection'): RouteFault => ({
  outcome: 'unsent',
  fault: 'route',
  trouble,
  diagnostic: 'out of order',
});

test('a route that does not answer costs nothing: no event, no attempt, no pace', async () => {
  const pace = countedPace(100);
  const bench = await senderBench({ pace });
  await bench.accept(ID, { recipients: people });
  bench.mailer.probe = async () => fault('authentication');
  let permitted = 0;
  for (let turn = 0; turn < 5; turn++)
    assert.equal(await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ }), {
      retryAfterMs: 1_000,
      why: 'the route for mail has not taken it',
    });
  assert.equal(await bench.history(ID), []);
  assert.is(bench.mailer.sent.length, 0);
  assert.is(permitted, 0);
  assert.is(pace.left, 100);
  assert.is(
    (await bench.worker.admit?.(`${WORKSPACE}/first`, 10))?.granted,
    0,
    'nor is any other message begun',
  );
  assert.is((await bench.worker.admit?.(`${WORKSPACE}/again`, 10))?.granted, 0);
  assert.is((await bench.worker.admit?.(WORKSPACE, 10))?.granted, 10, 'the sandbox needs no route');
});

test('a route that fails in the middle costs a claim, and nothing else', async () => {
  const pace = countedPace(100);
  const bench = await senderBench({ pace });
  await bench.accept(ID, { recipients: people });
  bench.mailer.answer = () => fault();
  let permitted = 0;
  assert.equal(await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ }), {
    retryAfterMs: 1_000,
    why: 'the route for mail has not taken it',
  });
  assert.ok((await bench.history(ID)).every((line) => line.startsWith('SubmissionAttempted')));
  assert.is(bench.route.report().state, 'closed');
  assert.is(permitted, 0);
  assert.is(pace.left, 100);
  bench.mailer.answer = () => ({ outcome: 'submitted', response: '250 ok' });
  const stop = new AbortController();
  const probing = bench.route.run(stop.signal);
  await bench.clock.asleep();
  await bench.clock.advance(1_000);
  assert.is(bench.route.report().state, 'trying');
  for (let turn = 0; turn < 4; turn++)
    await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ });
  assert.is(bench.route.report().state, 'open');
  const submitted = (await bench.history(ID)).filter((line) => line.startsWith('Submitted'));
  assert.is(submitted.length, 8);
  const attempts = (await bench.events(ID)).flatMap((event) =>
    event.type === 'SubmissionAttempted' ? [event.data.attempt] : [],
  );
  assert.ok(
    attempts.every((attempt) => attempt === 1),
    'the failed ones were no attempts',
  );
  // Each run went by its permit first; one has none to consume.
  assert.is(100 - pace.left + permitted, 8);
  stop.abort();
  await probing;
});

test('a delivery that fails by the route while others get through is put off alone', async () => {
  const bench = await senderBench();
  await bench.accept(ID, { recipients: [recipient(9, 'bad@b.example')] });
  bench.mailer.answer = ({ recipient: to }) =>
    to === 'bad@b.example' ? fault('refused') : { outcome: 'submitted', response: '250 ok' };
  assert.equal(await bench.run(ID), { retryAfterMs: 1_000, why: 'the route for mail has not taken it' });
  await bench.accept(OTHER, {});
  await bench.run(OTHER);
  await bench.run(ID);
  assert.equal(await bench.history(ID), [
    'SubmissionAttempted bad@b.example',
    'SubmissionAttempted bad@b.example',
    'DeliveryDelayed bad@b.example',
  ]);
  assert.is(bench.route.report().state, 'open');
});

test('a recipient is counted by the pace once, with any number of tries', async () => {
  const asked: (number | null)[] = [];
  const free = countedPace(1_000);
  const pace = {
    ...free,
    take: (workspace: string, rule: { perSecond: number; perDay: number | null }, wanted: number) => {
      asked.push(rule.perDay);
      return free.take(workspace, rule, wanted);
    },
  };
  const bench = await senderBench({ pace });
  await bench.accept(ID, { recipients: people });
  bench.mailer.answer = () => ({ outcome: 'deferred', fault: 'recipient', diagnostic: '451 later' });
  let used = 0;
  await bench.run(ID, bench.worker, { ...freePermit, use: () => used++ });
  assert.equal(asked, [100]);
  assert.is(used, 1);
  await bench.clock.advance(100_000);
  const again = { ...NOTHING, lane: `${WORKSPACE}/again` };
  await bench.worker.run(ID, again, new AbortController().signal, { ...freePermit, use: () => used++ });
  assert.equal(asked, [100, null], 'the day is not asked for those that it has counted');
  assert.is(used, 2);
});

test('a destination that is left alone costs one event a recipient, which is not reported', async () => {
  const bench = await senderBench();
  await bench.accept(ID, { recipients: people });
  bench.mailer.restOf = (to) =>
    to === 'p3@b.example' ? null : { retryAfterMs: 300_000, diagnostic: '421 4.7.0 slow down' };
  await bench.run(ID);
  assert.equal(
    bench.mailer.sent.map((mail) => mail.recipient),
    ['p3@b.example'],
  );
  const delays = (await bench.events(ID)).flatMap((event) =>
    event.type === 'DeliveryDelayed' ? [event.data] : [],
  );
  assert.is(delays.length, 7);
  for (const { attempt, reported } of delays) assert.equal([attempt, reported], [0, false]);
  bench.mailer.restOf = () => null;
  bench.mailer.answer = () => ({
    outcome: 'deferred',
    fault: 'destination',
    diagnostic: '421 still',
    retryAfterMs: 3_600_000,
  });
  await bench.clock.advance(300_000);
  await bench.run(ID);
  await bench.clock.advance(3_600_000);
  await bench.run(ID);
  const later = (await bench.events(ID)).flatMap((event) =>
    event.type === 'DeliveryDelayed' ? [event.data] : [],
  );
  assert.equal(
    later.slice(7).map(({ reported }) => reported),
    [...Array.from({ length: 7 }, () => false), ...Array.from({ length: 7 }, () => true)],
    'it is reported to customers after an hour',
  );
});

test('two unreported rests do not hide the first deferral after them', async () => {
  const bench = await senderBench();
  await bench.accept(ID, {});
  bench.mailer.restOf = () => ({ retryAfterMs: 60_000, diagnostic: '421 4.7.0 slow down' });
  for (let rests = 0; rests < 2; rests++) {
    await bench.run(ID);
    await bench.clock.advance(60_000);
  }
  bench.mailer.restOf = () => null;
  bench.mailer.answer = () => ({ outcome: 'deferred', fault: 'recipient', diagnostic: '451 later' });
  await bench.run(ID);
  const reported = (await bench.events(ID)).flatMap((event) =>
    event.type === 'DeliveryDelayed' ? [event.data.reported] : [],
  );
  assert.equal(reported, [false, false, true]);
});

const NOTHING = { partition: 0, lane: WORKSPACE, dueAtMs: 0 };

test.run();
