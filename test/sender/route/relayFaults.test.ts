// runs in: test:all

import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import type { Mailer } from '../../../src/ports/mailer.ts';
import { mailRoute } from '../../../src/sender/route/mailRoute.ts';
import { plainTalk, type ScriptedServer, scriptedServer } from '../../adapters/smtp/scriptedServer.ts';
import { reply, smtpSink } from '../../adapters/smtp/smtpServer.ts';
import { manualClock } from '../../support/manualClock.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { recipient, type SenderBench, senderBench } from '../senderBench.ts';

/** The sender over real sockets to relays that go wrong: nothing is lost, and nothing ends that should wait. */
const test = suite('relays that go wrong');

const idOf = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;

interface Bench {
  readonly bench: SenderBench;
  /** `Type` of every event after the acceptance, with how often it came. */
  counts(): Record<string, number>;
  /** Runs every message that has not ended, once each. */
  runAll(): Promise<void>;
  /** Lets time pass until the route is open again. */
  untilOpen(): Promise<void>;
  end(): Promise<void>;
}

async function benchOver(mailer: Mailer, messages: number): Promise<Bench> {
  const clock = manualClock();
  const route = mailRoute({ mailer, clock, ids: seededIds('route'), log: quietLog, metrics: noMetrics });
  const bench = await senderBench({ mailer, route, clock });
  const stop = new AbortController();
  const probing = route.run(stop.signal);
  const ids = Array.from({ length: messages }, (_, n) => idOf(n));
  for (const [n, id] of ids.entries())
    await bench.accept(id, { recipients: [recipient(n, `p${n}@b.example`)] });
  return {
    bench,
    counts() {
      const counts: Record<string, number> = {};
      for (const { type } of bench.store.log)
        if (type !== 'EmailAccepted') counts[type] = (counts[type] ?? 0) + 1;
      return counts;
    },
    async runAll() {
      for (let from = 0; from < ids.length; from += 50)
        await Promise.all(ids.slice(from, from + 50).map((id) => bench.run(id)));
    },
    async untilOpen() {
      while (bench.route.report().state === 'closed') {
        await clock.advance(500);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    async end() {
      stop.abort();
      await probing;
      await mailer.close();
    },
  };
}

test('the password wrong for ten minutes with 1,000 waiting: none bounced, all sent after it is mended', async () => {
  let isRight = false;
  const sink = await smtpSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) =>
      isRight ? done(null, { user: 'u' }) : done(reply(535, '5.7.8 wrong password')),
  });
  const mailer = relayMailer({ url: `smtp://user:secret@127.0.0.1:${sink.port}?tls=opportunistic` });
  const { bench, counts, runAll, untilOpen, end } = await benchOver(mailer, 1_000);
  for (let minute = 0; minute < 10; minute++) {
    await runAll();
    await bench.clock.advance(60_000);
  }
  assert.equal(counts(), {}, 'it cost nothing');
  assert.is(sink.mails.length, 0);
  isRight = true;
  await untilOpen();
  await runAll();
  assert.equal(counts(), { SubmissionAttempted: 1_000, Submitted: 1_000 });
  assert.is(new Set(sink.mails.map(({ to }) => to[0])).size, 1_000);
  assert.is(sink.mails.length, 1_000);
  await end();
  await sink.close();
});

test('a relay that vanishes amid the work and comes back: each message is sent, none bounced', async () => {
  const sink = await smtpSink();
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${sink.port}` }, { maxConnections: 4 });
  const { bench, counts, runAll, untilOpen, end } = await benchOver(mailer, 200);
  const vanished = new Promise<void>((resolve) => {
    sink.server.on('close', () => resolve());
    const watch = setInterval(() => {
      if (sink.mails.length < 40) return;
      clearInterval(watch);
      for (const connection of sink.server.connections as Iterable<{ close(): void }>) connection.close();
      void sink.close().then(resolve);
    }, 1);
  });
  await runAll();
  await vanished;
  await runAll();
  assert.is(bench.route.report().state, 'closed');
  await bench.clock.advance(3_600_000);
  const before = counts();
  await runAll();
  assert.equal(counts(), before, 'an hour without it costs nothing');
  const back = await smtpSink({}, sink.port);
  await untilOpen();
  for (let turn = 0; turn < 4; turn++) {
    await runAll();
    // What was handed over and not answered is tried again like any deferral.
    await bench.clock.advance(120_000);
  }
  const { Submitted = 0, Bounced = 0 } = counts();
  assert.equal([Submitted, Bounced], [200, 0]);
  const sent = new Set([...sink.mails, ...back.mails].map(({ to }) => to[0]));
  assert.is(sent.size, 200);
  await end();
  await back.close();
});

for (const [command, answer] of [
  ['.', '452 4.3.1 Insufficient system storage'],
  ['.', '451 4.3.0 Error: queue file write error'],
  ['RCPT TO', '452 4.3.1 Insufficient system storage'],
  ['RCPT TO', '452 Requested action not taken'],
] as const)
  test(`a relay without room, at ${command}: ${answer}`, async () => {
    let isFull = true;
    const [full, fine] = [plainTalk({ [command]: answer }), plainTalk()];
    const server = await scriptedServer((socket, line) => (isFull ? full : fine)(socket, line));
    const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` }, { maxConnections: 4 });
    const { bench, counts, runAll, untilOpen, end } = await benchOver(mailer, 200);
    await runAll();
    assert.is(bench.route.report().state, 'closed');
    assert.is(bench.route.report().trouble, 'storage');
    const { SubmissionAttempted = 0, ...others } = counts();
    assert.equal(others, {}, 'no message is delayed for it');
    assert.ok(SubmissionAttempted < 100, `${SubmissionAttempted} claims`);
    isFull = false;
    await untilOpen();
    await runAll();
    await runAll();
    assert.is(counts().Submitted, 200);
    assert.is(counts().DeliveryDelayed, undefined);
    await end();
    await server.close();
  });

test('what a relay has no room for, while it takes the rest, is put off alone', async () => {
  const [full, fine] = [plainTalk({ 'RCPT TO': '452 4.3.1 no room for it' }), plainTalk()];
  const server = await scriptedServer((socket, line) => (line.includes('<p7@') ? full : fine)(socket, line));
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` }, { maxConnections: 4 });
  const { bench, counts, runAll, end } = await benchOver(mailer, 30);
  for (let turn = 0; turn < 3; turn++) await runAll();
  assert.is(counts().Submitted, 29);
  assert.is(counts().DeliveryDelayed, 1);
  assert.is(bench.route.report().state, 'open');
  await end();
  await server.close();
});

/** What becomes of one message when one command is answered so. */
async function endOf(talk: (socket: Socket, line: string) => void, times = {}): Promise<string[]> {
  const server: ScriptedServer = await scriptedServer(talk);
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` }, times);
  const { bench, end } = await benchOver(mailer, 1);
  await bench.run(idOf(0));
  const types = (await bench.events(idOf(0))).slice(1).map(({ type }) => type);
  await end();
  await server.close();
  return types;
}

test('4xx and 5xx at every stage: what is the relay’s own waits, what is the recipient’s is reported', async () => {
  for (const command of ['MAIL FROM', 'RCPT TO', 'DATA', '.']) {
    for (const [answer, last] of [
      ['421 4.3.2 going down', 'SubmissionAttempted'],
      ['530 5.7.0 authentication required', 'SubmissionAttempted'],
      ['554 5.5.1 TLS required', 'SubmissionAttempted'],
      ['554 5.7.1 relay denied', 'SubmissionAttempted'],
      ['999 nonsense', 'SubmissionAttempted'],
      ['450 4.2.1 later', 'DeliveryDelayed'],
      ['451 4.7.1 greylisted', 'DeliveryDelayed'],
      ['550 5.7.1 listed', 'Bounced'],
      ['554 5.6.0 content', 'Bounced'],
    ] as const)
      assert.is((await endOf(plainTalk({ [command]: answer }))).at(-1), last, `${command}: ${answer}`);
  }
  const unwelcome = await endOf(plainTalk({ EHLO: '502 5.5.1 no', HELO: '550 5.7.1 no' }));
  assert.equal(unwelcome, [], 'not even a claim');
});

test('dropped after the final dot nothing is known: tried again later with the same Message-ID', async () => {
  const seen: string[] = [];
  let drops = true;
  const talk = plainTalk();
  const server = await scriptedServer((socket, line) => {
    if (/^Message-ID/.test(line)) seen.push(line);
    if (line === '.' && drops) socket.destroy();
    else talk(socket, line);
  });
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` });
  const { bench, counts, end } = await benchOver(mailer, 1);
  await bench.run(idOf(0));
  assert.equal(counts(), { SubmissionAttempted: 1, DeliveryDelayed: 1 });
  drops = false;
  await bench.clock.advance(72_000);
  await bench.run(idOf(0));
  assert.equal(counts(), { SubmissionAttempted: 2, DeliveryDelayed: 1, Submitted: 1 });
  assert.is(seen.length, 2);
  assert.is(new Set(seen).size, 1);
  await end();
  await server.close();
});

test('a relay that drips its answers is left when its time is over, and the message waits', async () => {
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('250-still here\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const talk = plainTalk();
  const dripping = (socket: Socket, line: string) =>
    line.startsWith('RCPT') ? drip(socket) : talk(socket, line);
  assert.equal(await endOf(dripping, { beginMs: 400, answerMs: 400 }), ['SubmissionAttempted']);
});

test.run();
