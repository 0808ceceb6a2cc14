import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MxLookup } from '../../../src/adapters/smtp/mxLookup.ts';
import { type MxDependencies, type MxOptions, mxMailer } from '../../../src/adapters/smtp/mxMailer.ts';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import { isPublicAddress } from '../../../src/dispatcher/addressGuard.ts';
import type { Mailer } from '../../../src/ports/mailer.ts';
import { selfSigned } from '../../support/certificate.ts';
import { manualClock } from '../../support/manualClock.ts';
import { seededIds } from '../../support/seededIds.ts';
import { plainTalk, scriptedServer } from './scriptedServer.ts';
import { reply, smtpSink } from './smtpServer.ts';

/** Direct delivery over real sockets, with records that are made up. */
const test = suite('mail to the recipients’ own servers');

const mailTo = (recipient: string) => ({
  sender: 'me@a.example',
  reportsComeBack: false,
  recipient,
  raw: Buffer.from('Subject: hi\r\n\r\ntext\r\n'),
  deliveryId: '6b1f1f0e-0000-4000-8000-000000000001',
  workspace: 'w',
});

type Records = Readonly<Record<string, readonly unknown[]>>;

/** Answers from a table by `TYPE name`; a name that is in it without the type has no such record. */
function lookupOf(records: Records, asked: string[] = []): MxLookup {
  const found = async <Found>(type: string, name: string): Promise<readonly Found[]> => {
    asked.push(`${type} ${name}`);
    const there = records[`${type} ${name}`];
    if (there !== undefined) return there as readonly Found[];
    const isKnown = Object.keys(records).some((key) => key.endsWith(` ${name}`));
    throw Object.assign(new Error('no record'), { code: isKnown ? 'ENODATA' : 'ENOTFOUND' });
  };
  return {
    mx: (domain) => found('MX', domain),
    addresses: (host, family) => found(family === 4 ? 'A' : 'AAAA', host),
  };
}

/** A resolver that fails. */
function failing(code: string): MxLookup {
  const fail = async () => {
    throw Object.assign(new Error(`query ${code}`), { code });
  };
  return { mx: fail, addresses: fail };
}

function open(
  records: Records,
  more: Partial<MxDependencies & MxOptions> = {},
  connectMs = 2_000,
): { mailer: Mailer; clock: ReturnType<typeof manualClock> } {
  const clock = manualClock();
  const mailer = mxMailer(
    {
      clock,
      ids: seededIds(),
      addressAllowed: (address) => address.startsWith('127.') || address === '::1',
      lookup: lookupOf(records),
      siteConnections: 5,
      name: 'out.a.example',
      ...more,
    },
    { connectMs },
  );
  return { mailer, clock };
}

test('a receiver’s 250 is delivered; connections are used again and at most so many', async () => {
  const sink = await smtpSink();
  let most = 0;
  sink.server.server.on('connection', () => {
    most++;
  });
  const records = {
    'MX b.example': [{ exchange: 'mx.b.example', priority: 10 }],
    'A mx.b.example': ['127.0.0.1'],
  };
  const { mailer } = open(records, { port: sink.port, siteConnections: 2 });
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => mailer.send(mailTo(`p${n}@B.example`))),
  );
  for (const outcome of outcomes) assert.is(outcome.outcome, 'delivered', JSON.stringify(outcome));
  assert.is(sink.mails.length, 30);
  assert.ok(
    sink.mails.every(({ to }) => to.length === 1),
    'one recipient a transaction',
  );
  assert.is(most, 2);
  await mailer.close();
  await sink.close();
});

test('hosts are tried by preference, past those that do not answer or refuse at the door', async () => {
  const sink = await smtpSink();
  // All on one port: hosts differ by their loopback address.
  const elsewhere = { greeting: '554 5.3.2 no service here', host: '127.0.0.3', port: sink.port };
  const refusing = await scriptedServer(() => {}, elsewhere);
  const records = {
    'MX b.example': [
      { exchange: 'third.b.example', priority: 30 },
      { exchange: 'first.b.example', priority: 10 },
      { exchange: 'second.b.example', priority: 20 },
    ],
    'A first.b.example': ['127.0.0.2'],
    'A second.b.example': ['127.0.0.3'],
    'A third.b.example': ['127.0.0.1'],
  };
  const { mailer } = open(records, { port: sink.port });
  assert.is((await mailer.send(mailTo('you@b.example'))).outcome, 'delivered');
  assert.is(refusing.connections, 1, 'the second was asked before the third');
  await mailer.close();
  await refusing.close();
  await sink.close();
});

test('without MX records the domain itself is the host; a null MX and a domain that is not there end it', async () => {
  const sink = await smtpSink();
  const records = {
    'A bare.example': ['127.0.0.1'],
    'MX null.example': [{ exchange: '', priority: 0 }],
    'A null.example': ['127.0.0.1'],
    'TXT empty.example': [],
  };
  const { mailer } = open(records, { port: sink.port });
  assert.is((await mailer.send(mailTo('you@bare.example'))).outcome, 'delivered');
  const refused = async (address: string) => {
    const outcome = await mailer.send(mailTo(address));
    assert.ok(outcome.outcome === 'bounced' && outcome.fault === 'recipient', JSON.stringify(outcome));
    return `${outcome.bounceType} ${outcome.bounceSubType}`;
  };
  assert.is(await refused('you@null.example'), 'Permanent NoEmail');
  assert.is(await refused('you@nowhere.example'), 'Permanent General');
  assert.is(await refused('you@empty.example'), 'Permanent General');
  assert.is(sink.mails.length, 1);
  await mailer.close();
  await sink.close();
});

test('addresses that are not public are never spoken to, named or written into the record itself', async () => {
  const sink = await smtpSink();
  let connections = 0;
  sink.server.server.on('connection', () => connections++);
  const records = {
    'MX b.example': [{ exchange: 'mx.b.example', priority: 10 }],
    'A mx.b.example': ['127.0.0.1', '10.0.0.1', '169.254.169.254'],
    'AAAA mx.b.example': ['::1', '::ffff:127.0.0.1', 'fd00::1'],
    'MX c.example': [{ exchange: '127.0.0.1', priority: 10 }],
    'A d.example': ['127.0.0.1'],
    'MX e.example': [{ exchange: 'localhost', priority: 10 }],
    'A localhost': ['127.0.0.1'],
  };
  const { mailer } = open(records, { port: sink.port, addressAllowed: isPublicAddress });
  for (const domain of ['b.example', 'c.example', 'd.example', 'e.example']) {
    const outcome = await mailer.send(mailTo(`you@${domain}`));
    assert.not.ok(['delivered', 'unsent'].includes(outcome.outcome), `${domain}: ${JSON.stringify(outcome)}`);
  }
  assert.is(connections, 0);
  await mailer.close();
  await sink.close();
});

test('a destination that is busy is left alone, longer each time, and others are not', async () => {
  let isBusy = true;
  const sink = await smtpSink({
    onRcptTo: ({ address }, _session, done) =>
      done(
        isBusy && address.endsWith('@busy.example')
          ? reply(450, '4.7.1 Rate limited, come back later')
          : null,
      ),
  });
  const records = { 'A busy.example': ['127.0.0.1'], 'A b.example': ['127.0.0.1'] };
  const { mailer, clock } = open(records, { port: sink.port });
  const put = await mailer.send(mailTo('you@busy.example'));
  assert.ok(put.outcome === 'deferred' && put.fault === 'destination' && put.retryAfterMs >= 300_000);
  const rest = mailer.restOf('other@BUSY.example');
  assert.ok(rest !== null && rest.retryAfterMs >= 300_000 && /Rate limited/.test(rest.diagnostic));
  assert.is(mailer.restOf('you@b.example'), null);
  assert.is((await mailer.send(mailTo('you@b.example'))).outcome, 'delivered');
  clock.pass(300_000);
  assert.is(mailer.restOf('you@busy.example'), null);
  const again = await mailer.send(mailTo('you@busy.example'));
  assert.ok(again.outcome === 'deferred' && again.fault === 'destination' && again.retryAfterMs >= 600_000);
  clock.pass(600_000);
  isBusy = false;
  assert.is((await mailer.send(mailTo('you@busy.example'))).outcome, 'delivered');
  assert.is(mailer.restOf('you@busy.example'), null);
  await mailer.close();
  await sink.close();
});

test('a missing server is the destination’s fault; a missing resolver is the route’s', async () => {
  const { mailer } = open({ 'A b.example': ['127.0.0.9'] }, { port: 1 });
  const outcome = await mailer.send(mailTo('you@b.example'));
  assert.ok(outcome.outcome === 'deferred' && outcome.fault === 'destination');
  await mailer.close();
  const deaf = open({}, { lookup: failing('ECONNREFUSED') }).mailer;
  assert.is((await deaf.send(mailTo('you@b.example'))).outcome, 'unsent');
  await deaf.close();
  const later = await open({}, { lookup: failing('ESERVFAIL') }).mailer.send(mailTo('you@b.example'));
  assert.ok(later.outcome === 'deferred' && later.fault === 'destination', 'a server failure ends nothing');
});

test('MX records whose hosts have no address end nothing; a domain without MX and address does', async () => {
  const hosts = [{ exchange: 'gone.b.example', priority: 10 }];
  const own = [{ exchange: 'c.example', priority: 10 }];
  const { mailer } = open({ 'MX b.example': hosts, 'MX c.example': own });
  for (const address of ['you@b.example', 'you@c.example']) {
    const outcome = await mailer.send(mailTo(address));
    assert.ok(outcome.outcome === 'deferred' && outcome.fault === 'destination', JSON.stringify(outcome));
    assert.match(outcome.diagnostic, 'no address was found for');
  }
  const gone = await mailer.send(mailTo('you@nowhere.example'));
  assert.ok(gone.outcome === 'bounced' && gone.bounceType === 'Permanent', JSON.stringify(gone));
  await mailer.close();
});

test('a large message that is refused before its end is not followed by another on that connection', async () => {
  const LINE = 'x'.repeat(990);
  const talk = plainTalk();
  const early = await scriptedServer((socket, line) => {
    if (line === LINE) return;
    if (line !== 'DATA' || early.connections > 1) return talk(socket, line);
    socket.write('354 go on\r\n', () => socket.write('552 5.3.4 too large\r\n'));
  });
  const { mailer } = open({ 'A b.example': ['127.0.0.1'] }, { port: early.port, siteConnections: 1 });
  const large = { ...mailTo('you@b.example'), raw: Buffer.from(`${LINE}\r\n`.repeat(24_000)) };
  const first = await mailer.send(large);
  assert.is(first.outcome, 'bounced', JSON.stringify(first));
  assert.is((await mailer.send(mailTo('me@b.example'))).outcome, 'delivered');
  assert.is(early.connections, 2, 'the second had a connection of its own');
  await mailer.close();
  await early.close();
});

test('encrypted where the host can, else not', async () => {
  const records = { 'A b.example': ['127.0.0.1'] };
  const able = await smtpSink({ disabledCommands: [] });
  const first = open(records, { port: able.port }).mailer;
  const outcome = await first.send(mailTo('you@b.example'));
  assert.is(able.mails[0]?.secure, true);
  assert.ok(outcome.outcome === 'delivered');
  assert.equal(outcome.handedOver, {
    server: { host: 'b.example', address: '127.0.0.1', tls: 'TLSv1.3' },
    sha256: createHash('sha256')
      .update(able.mails[0]?.raw ?? '')
      .digest('hex'),
  });
  await first.close();
  await able.close();
  const plain = plainTalk({}, '250-here\r\n250 STARTTLS');
  const broken = await scriptedServer((socket, line) => {
    if (line !== 'STARTTLS') return plain(socket, line);
    socket.write('220 go ahead\r\n');
    socket.once('data', () => socket.end('this is no handshake\r\n'));
  });
  const second = open(records, { port: broken.port }).mailer;
  assert.is((await second.send(mailTo('you@b.example'))).outcome, 'delivered');
  await second.close();
  await broken.close();
});

const CERTIFICATE = selfSigned();
/** Servers that offer TLS and end the connection at some moment before the second EHLO has its answer. */
const ENDINGS: Readonly<Record<string, (socket: Socket) => void>> = {
  'by a reset in the handshake': (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'by hanging up at once': (socket) => socket.end(),
  'by hanging up after the handshake': (socket) => overTls(socket, (secured) => secured.destroy()),
  'by refusing the second EHLO': (socket) =>
    overTls(socket, (secured) => secured.once('data', () => secured.write('421 4.3.2 not now\r\n'))),
};

function overTls(socket: Socket, onSecure: (secured: TLSSocket) => void): void {
  socket.removeAllListeners('data');
  const secured = new TLSSocket(socket, { isServer: true, ...CERTIFICATE });
  secured.on('error', () => {});
  secured.on('secure', () => onSecure(secured));
}

for (const [how, end] of Object.entries(ENDINGS)) {
  test(`a host that offers TLS and fails in it is spoken to without: ${how}`, async () => {
    const plain = plainTalk({}, '250-here\r\n250 STARTTLS');
    const broken = await scriptedServer((socket, line) => {
      if (line !== 'STARTTLS') return plain(socket, line);
      socket.write('220 go ahead\r\n', () => end(socket));
    });
    const { mailer } = open({ 'A b.example': ['127.0.0.1'] }, { port: broken.port });
    const outcome = await mailer.send(mailTo('you@b.example'));
    assert.is(outcome.outcome, 'delivered', JSON.stringify(outcome));
    await mailer.close();
    const relay = relayMailer({ url: `smtp://127.0.0.1:${broken.port}` });
    assert.is((await relay.send(mailTo('you@b.example'))).outcome, 'submitted');
    await relay.close();
    await broken.close();
  });
}

test('a host that wants TLS and does not begin it is left for the next; alone it has the mail put off, and is asked anew', async () => {
  const talk = plainTalk(
    { STARTTLS: '454 4.7.0 TLS not available', 'MAIL FROM': '530 5.7.0 Must issue a STARTTLS command first' },
    '250-here\r\n250 STARTTLS',
  );
  const troubled = await scriptedServer(talk);
  const next = await scriptedServer(plainTalk(), { host: '127.0.0.2', port: troubled.port });
  const records = {
    'MX b.example': [
      { exchange: 'first.example', priority: 10 },
      { exchange: 'second.example', priority: 20 },
    ],
    'MX alone.example': [{ exchange: 'first.example', priority: 10 }],
    'A first.example': ['127.0.0.1'],
    'A second.example': ['127.0.0.2'],
  };
  const { mailer } = open(records, { port: troubled.port });
  assert.is((await mailer.send(mailTo('you@b.example'))).outcome, 'delivered');
  for (const connections of [2, 3]) {
    const outcome = await mailer.send(mailTo('you@alone.example'));
    assert.ok(outcome.outcome === 'deferred' && /STARTTLS/.test(outcome.diagnostic), JSON.stringify(outcome));
    assert.is(troubled.connections, connections, 'no unencrypted connection is used again');
  }
  await mailer.close();
  await Promise.all([troubled.close(), next.close()]);
});

test('hosts of equal preference share the load, before those that are less preferred', async () => {
  const first = await smtpSink();
  const last = await scriptedServer(plainTalk(), { host: '127.0.0.3', port: first.port });
  const second = await smtpSink({}, first.port, '127.0.0.2');
  const hosts = [
    { exchange: 'one.example', priority: 10 },
    { exchange: 'two.example', priority: 10 },
    { exchange: 'last.example', priority: 20 },
  ];
  const domains = Array.from({ length: 16 }, (_, n) => `d${n}.example`);
  const { mailer } = open(
    {
      ...Object.fromEntries(domains.map((domain) => [`MX ${domain}`, hosts])),
      'A one.example': ['127.0.0.1'],
      'A two.example': ['127.0.0.2'],
      'A last.example': ['127.0.0.3'],
    },
    { port: first.port, siteConnections: 16 },
  );
  const outcomes = await Promise.all(domains.map((domain) => mailer.send(mailTo(`you@${domain}`))));
  for (const { outcome } of outcomes) assert.is(outcome, 'delivered');
  for (const { mails } of [first, second]) assert.ok(mails.length >= 4, `${mails.length} of 16`);
  assert.is(last.connections, 0);
  await mailer.close();
  await last.close();
  await Promise.all([first.close(), second.close()]);
});

/** Hosts with a problem of their own: what they do at MAIL, and what is said of it where there is no other host. */
const PROBLEMS: Readonly<Record<string, readonly [answer: string | null, diagnostic: RegExp]>> = {
  'puts off the sender': ['451 4.3.0 this node has no disk', /no disk/],
  'closes the channel': ['421 4.3.2 this node goes down', /goes down/],
  'hangs up at MAIL': [null, /closed|ended/],
};

for (const [problem, [answer, diagnostic]] of Object.entries(PROBLEMS))
  test(`a host that ${problem} is left for the next; without a next host that counts`, async () => {
    const sink = await smtpSink();
    const putOff = plainTalk(answer === null ? {} : { 'MAIL FROM': answer });
    const busy = await scriptedServer(
      (socket, line) => {
        if (answer === null && line.startsWith('MAIL FROM')) socket.end();
        else putOff(socket, line);
      },
      { host: '127.0.0.2', port: sink.port },
    );
    const records = {
      'MX b.example': [
        { exchange: 'first.example', priority: 10 },
        { exchange: 'second.example', priority: 20 },
      ],
      'MX alone.example': [{ exchange: 'first.example', priority: 10 }],
      'A first.example': ['127.0.0.2'],
      'A second.example': ['127.0.0.1'],
    };
    // The place of the first host's connection is the second's then.
    const { mailer } = open(records, { port: sink.port, siteConnections: 1 });
    for (let n = 0; n < 2; n++) {
      const outcome = await mailer.send(mailTo('you@b.example'));
      assert.is(outcome.outcome, 'delivered', JSON.stringify(outcome));
    }
    assert.is(busy.connections, 1, 'connections are used again');
    const alone = await mailer.send(mailTo('you@alone.example'));
    assert.ok(alone.outcome === 'deferred' && diagnostic.test(alone.diagnostic), JSON.stringify(alone));
    await mailer.close();
    await busy.close();
    await sink.close();
  });

test('the next host is connected to when the connection with the first has ended', async () => {
  const talk = plainTalk({ 'MAIL FROM': '451 4.3.0 not now' });
  let atItsEnd = -1;
  const first = await scriptedServer((socket, line) => {
    if (line !== 'QUIT') return talk(socket, line);
    setTimeout(() => {
      atItsEnd = second.connections;
      socket.end();
    }, 100);
  });
  const second = await scriptedServer(plainTalk(), { host: '127.0.0.2', port: first.port });
  const records = {
    'MX b.example': [
      { exchange: 'first.example', priority: 10 },
      { exchange: 'second.example', priority: 20 },
    ],
    'A first.example': ['127.0.0.1'],
    'A second.example': ['127.0.0.2'],
  };
  const { mailer } = open(records, { port: first.port });
  assert.is((await mailer.send(mailTo('you@b.example'))).outcome, 'delivered');
  assert.equal([atItsEnd, second.connections], [0, 1]);
  await mailer.close();
  await Promise.all([first.close(), second.close()]);
});

/** Ten domains with the same two hosts, in either order. */
const SHARED_DOMAINS = Array.from({ length: 10 }, (_, n) => `d${n}.example`);
const SHARED: Records = {
  ...Object.fromEntries(
    SHARED_DOMAINS.map((domain, n) => [
      `MX ${domain}`,
      [
        { exchange: 'mx.host.example', priority: 10 },
        { exchange: 'MX2.host.example', priority: n % 2 === 0 ? 5 : 20 },
      ],
    ]),
  ),
  'A mx.host.example': ['127.0.0.1'],
  'A MX2.host.example': ['127.0.0.1'],
};

test('connections are counted for a site, however many domains it serves', async () => {
  const server = await scriptedServer(plainTalk());
  const { mailer } = open(SHARED, { port: server.port, siteConnections: 2 });
  const mails = SHARED_DOMAINS.flatMap((domain) =>
    Array.from({ length: 30 }, (_, n) => mailer.send(mailTo(`p${n}@${domain}`))),
  );
  for (const outcome of await Promise.all(mails)) assert.is(outcome.outcome, 'delivered');
  assert.is(server.mostAtOnce, 2);
  assert.ok(server.connections > 2, 'each connection takes a hundred messages');
  await mailer.close();
  await server.close();
});

test('a site that is busy rests for all its domains, and greylisting rests nothing', async () => {
  let isBusy = false;
  const answer = plainTalk();
  const server = await scriptedServer((socket, line) => {
    if (!line.startsWith('RCPT')) return answer(socket, line);
    if (isBusy) return void socket.write('421 4.7.0 slow down\r\n');
    socket.write(line.includes('@d1.') ? '451 4.7.1 Greylisted\r\n' : '250 fine\r\n');
  });
  const { mailer, clock } = open(SHARED, { port: server.port });
  const send = async (domain: string) => {
    const outcome = await mailer.send(mailTo(`you@${domain}`));
    return 'fault' in outcome ? `${outcome.outcome} ${outcome.fault}` : outcome.outcome;
  };
  assert.is(await send('d1.example'), 'deferred greylisting');
  assert.is(mailer.restOf('you@d1.example'), null);
  assert.is(await send('d2.example'), 'delivered');
  assert.is(mailer.restOf('you@d2.example'), null);
  isBusy = true;
  assert.is(await send('d2.example'), 'deferred destination');
  const before = server.lines.length;
  assert.is(await send('d3.example'), 'deferred destination', 'it was never looked up before');
  assert.is(server.lines.length, before, 'nothing was said to the site');
  assert.match(mailer.restOf('you@d3.example')?.diagnostic ?? '', /slow down/);
  isBusy = false;
  clock.pass(300_000);
  assert.is(await send('d3.example'), 'delivered');
  assert.is(mailer.restOf('you@d2.example'), null, 'it takes mail again, for all');
  await mailer.close();
  await server.close();
});

test('a report of success is asked for only where the answer is not yet a delivery', async () => {
  const server = await scriptedServer(plainTalk({}, '250-here\r\n250 DSN'));
  const { mailer } = open({ 'A b.example': ['127.0.0.1'] }, { port: server.port });
  const relay = relayMailer({ url: `smtp://127.0.0.1:${server.port}` });
  for (const one of [mailer, relay]) await one.send({ ...mailTo('you@b.example'), reportsComeBack: true });
  const notify = server.lines.flatMap((line) => /NOTIFY=\S+/.exec(line)?.[0] ?? []);
  assert.equal(notify, ['NOTIFY=FAILURE,DELAY', 'NOTIFY=SUCCESS,FAILURE,DELAY']);
  await Promise.all([mailer.close(), relay.close()]);
  await server.close();
});

test('a greeting may take longer than a connection', async () => {
  const slow = await scriptedServer(plainTalk(), { greeting: '220 at last', greetingAfterMs: 600 });
  const { mailer } = open({ 'A b.example': ['127.0.0.1'] }, { port: slow.port }, 200);
  assert.is((await mailer.send(mailTo('you@b.example'))).outcome, 'delivered');
  await mailer.close();
  await slow.close();
});

test.run();
