// runs in: test:all

import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import type { MailOutcome } from '../../../src/ports/mailer.ts';
import { mailRoute } from '../../../src/sender/route/mailRoute.ts';
import { eventually } from '../../e2e/eventually.ts';
import { recipient, senderBench } from '../../sender/senderBench.ts';
import { manualClock } from '../../support/manualClock.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { plainTalk, scriptedServer } from './scriptedServer.ts';

const test = suite('a relay whose connections are all in use');

const BEGIN_MS = 1_000;

const mail = (n: number) => ({
  sender: 'me@a.example',
  recipient: `p${n}@b.example`,
  raw: Buffer.from('Subject: hi\r\n\r\ntext\r\n'),
  deliveryId: `6b1f1f0e-0000-4000-8000-${String(n).padStart(12, '0')}`,
  reportsComeBack: false,
  workspace: 'w',
});

/** A relay of one connection that answers a message only when the test says so. */
async function slowRelay() {
  const talk = plainTalk();
  const unanswered: (() => void)[] = [];
  const server = await scriptedServer((socket: Socket, line: string) => {
    if (line === '.') unanswered.push(() => talk(socket, line));
    else talk(socket, line);
  });
  const url = `smtp://127.0.0.1:${server.port}`;
  const mailer = relayMailer({ url }, { maxConnections: 1, beginMs: BEGIN_MS, answerMs: 60_000 });
  return {
    mailer,
    /** Resolves when the relay has a whole message that it has not answered. */
    hasOne: () => eventually('a message at the relay', () => unanswered.length > 0),
    answer: () => unanswered.shift()?.(),
    async end() {
      await mailer.close();
      await server.close();
    },
  };
}

const faultOf = (outcome: MailOutcome) => ('fault' in outcome ? outcome.fault : outcome.outcome);

test('messages for which no connection became free while it took others say nothing of the relay', async () => {
  const { mailer, hasOne, answer, end } = await slowRelay();
  const [first, second, ...others] = [1, 2, 3, 4, 5].map((n) => mailer.send(mail(n)));
  await hasOne();
  answer();
  await hasOne();
  assert.equal((await Promise.all(others)).map(faultOf), ['waiting', 'waiting', 'waiting']);
  assert.is(await mailer.probe(), null);
  answer();
  assert.equal(
    (await Promise.all([first, second])).map((one) => one?.outcome),
    ['submitted', 'submitted'],
  );
  await end();
});

test('where no connection came back for all that time, it is the relay’s silence, which a probe reports too', async () => {
  const { mailer, hasOne, answer, end } = await slowRelay();
  const first = mailer.send(mail(1));
  await hasOne();
  const others = [2, 3, 4].map((n) => mailer.send(mail(n)));
  assert.equal((await Promise.all(others)).map(faultOf), ['route', 'route', 'route']);
  assert.is((await mailer.probe())?.trouble, 'connection');
  answer();
  assert.is((await first).outcome, 'submitted');
  assert.is(await mailer.probe(), null);
  await end();
});

test('the sender closes no route for it, and the messages lose no attempt', async () => {
  const { mailer, hasOne, answer, end } = await slowRelay();
  const clock = manualClock();
  const route = mailRoute({ mailer, clock, ids: seededIds('route'), log: quietLog, metrics: noMetrics });
  const bench = await senderBench({ mailer, route, clock });
  const ids = [1, 2, 3, 4, 5].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`);
  for (const [n, id] of ids.entries())
    await bench.accept(id, { recipients: [recipient(n, `p${n}@b.example`)] });
  const runs = ids.map((id) => bench.run(id));
  await hasOne();
  answer();
  await hasOne();
  const [, , ...others] = runs;
  const again = { retryAfterMs: 1_000, why: 'the route for mail has not taken it' };
  assert.equal(await Promise.all(others), Array(3).fill(again));
  assert.equal([route.report().state, route.room()], ['open', Number.POSITIVE_INFINITY]);
  answer();
  await Promise.all(runs);
  for (const id of ids.slice(2)) {
    const again = bench.run(id);
    await hasOne();
    answer();
    await again;
  }
  const events = (await Promise.all(ids.map((id) => bench.events(id)))).flat();
  const attempts = events.flatMap((one) => (one.type === 'SubmissionAttempted' ? [one.data.attempt] : []));
  assert.equal(attempts, Array(8).fill(1), 'a second claim has the number of the first');
  assert.is(events.filter(({ type }) => type === 'Submitted').length, 5);
  assert.is(events.filter(({ type }) => type === 'DeliveryDelayed').length, 0);
  await end();
});

test.run();
