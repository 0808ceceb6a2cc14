// runs in: test:all

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PDU, type Pdu, type Session } from 'smpp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { smppAddress } from '../../../src/adapters/smpp/smppAddress.ts';
import { SUBMISSION_MS, smppCarrier } from '../../../src/adapters/smpp/smppCarrier.ts';
import { divideSms } from '../../../src/commands/sms/smsSegments.ts';
import type {
  Carrier,
  CarrierReceipt,
  IncomingSms,
  IntakeHandlers,
  OutgoingSms,
} from '../../../src/ports/carrier.ts';
import type { Metrics } from '../../../src/ports/metrics.ts';
import { CLAIM_TIMEOUT_MS, FRESH } from '../../../src/sender/claim/claims.ts';
import { eventually } from '../../e2e/eventually.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { keptInMemory } from './keptInMemory.ts';
import { rawPdu } from './rawPdu.ts';
import { type SmppPeer, smppPeer } from './smppPeer.ts';

interface Context {
  peer: SmppPeer;
  carrier: Carrier;
  messages: IncomingSms[];
  receipts: CarrierReceipt[];
  kept: ReturnType<typeof keptInMemory>['kept'];
  handlers: IntakeHandlers;
}

const test = suite<Context>('smpp carrier');
const stop = new Map<Carrier, AbortController>();
const ports = { clock: systemClock, ids: seededIds(), log: quietLog, metrics: noMetrics };

test.before.each(async (context) => {
  context.peer = await smppPeer();
  context.messages = [];
  context.receipts = [];
  context.handlers = {
    message: async (message) => {
      context.messages.push(message);
      return 'recorded';
    },
    receipt: async (receipt) => {
      context.receipts.push(receipt);
    },
  };
  const { kept, unmatched } = keptInMemory();
  context.kept = kept;
  const parts = { ...ports, unmatched };
  context.carrier = smppCarrier(context.peer.url, parts);
  const ending = new AbortController();
  stop.set(context.carrier, ending);
  const own: IntakeHandlers = {
    message: (message) => context.handlers.message(message),
    receipt: (receipt) => context.handlers.receipt(receipt),
  };
  void context.carrier.receive(own, ending.signal);
  await bound(context);
});
test.after.each(async ({ peer, carrier }) => {
  stop.get(carrier)?.abort();
  await carrier.close();
  await peer.close();
});

const bound = ({ carrier }: Pick<Context, 'carrier'>) =>
  eventually('the carrier is bound', async () => carrier.closedForMs() === 0);

function outgoing(text: string, taken = 0): OutgoingSms {
  const division = divideSms(text);
  assert.ok(division);
  return {
    smsId: 'aaaaaaaa-0000-4000-8000-0000000000a7',
    from: '+4930',
    to: '+49171',
    text,
    taken,
    ...division,
  };
}

const ignored = async () => {};

/** The bytes of a submission's text, as the peer got them. */
function partsOf({ submitted }: SmppPeer) {
  return submitted.map(({ short_message: short }) => {
    const { message, udh } = short as { message: string; udh?: Buffer[] };
    return { message, udh: udh?.map((element) => [...element]) };
  });
}

test('a short text is one submission, with a receipt asked for, and bound with the given names', async ({
  peer,
  carrier,
}) => {
  const outcome = await carrier.submit(outgoing('Grüße {1€}'), ignored);
  assert.equal(outcome, { outcome: 'sent', carrierId: 'id-1' });
  const [pdu] = peer.submitted as [Pdu];
  assert.equal(partsOf(peer), [{ message: 'Grüße {1€}', udh: undefined }]);
  assert.is(pdu.data_coding, 0);
  assert.is(pdu.registered_delivery, 1);
  assert.is(pdu.source_addr, '4930');
  assert.is(pdu.destination_addr, '49171');
  assert.is(pdu.dest_addr_ton, 1);
  assert.equal([peer.binds[0]?.system_id, peer.binds[0]?.password], ['tester', 'secret']);
});

test('a long text goes in exactly the segments that were charged, each with its header', async ({
  peer,
  carrier,
}) => {
  for (const text of [
    'Ж'.repeat(140),
    `${'a'.repeat(152)}€${'b'.repeat(160)}`,
    `${'x'.repeat(66)}😀${'y'.repeat(66)}`,
  ]) {
    peer.submitted.length = 0;
    const message = outgoing(text);
    const ids: (string | null)[] = [];
    const outcome = await carrier.submit(message, async (id) => {
      ids.push(id);
    });
    assert.is(outcome.outcome, 'sent');
    const parts = partsOf(peer);
    assert.equal(
      parts.map((part) => part.message),
      [...message.segments],
    );
    const of = message.segments.length;
    assert.equal(
      parts.map((part) => part.udh),
      message.segments.map((_, at) => [[0, 3, 0xa7, of, at + 1]]),
    );
    assert.is(ids.length, of - 1);
    assert.is(peer.submitted[0]?.data_coding, message.coding === 'ucs2' ? 8 : 0);
  }
});

test('segments that were taken are not submitted again after a bind that broke within the message', async (context) => {
  const { peer, carrier } = context;
  const message = outgoing('a'.repeat(600));
  peer.answer = (pdu, session) => {
    if (pdu.command !== 'submit_sm' || peer.submitted.length < 3) return { status: 0 };
    session.destroy();
    return null;
  };
  let taken = 0;
  const outcome = await carrier.submit(message, async () => {
    taken += 1;
  });
  assert.equal(outcome, { outcome: 'deferred', detail: 'the link broke before the answer' });
  assert.is(taken, 2);
  peer.answer = () => ({ status: 0 });
  await bound(context);
  const rest = await carrier.submit({ ...message, taken }, async () => {
    taken += 1;
  });
  assert.is(rest.outcome, 'sent');
  const numbers = partsOf(peer).map(({ udh }) => udh?.[0]?.[4]);
  assert.equal(numbers, [1, 2, 3, 3, 4], 'only the segment that was not answered goes twice');
});

test('a segment that the text does not have is refused, and nothing is submitted', async ({
  peer,
  carrier,
}) => {
  for (const taken of [2, 3]) {
    const outcome = await carrier.submit(outgoing('a'.repeat(300), taken), ignored);
    assert.equal(outcome, { outcome: 'failed', detail: `the text has no segment ${taken + 1}` });
  }
  assert.is(peer.submitted.length, 0);
});

test('throttling slows down and loses nothing; at most a window waits for answers', async ({
  peer,
  carrier,
}) => {
  let throttled = 3;
  let open = 0;
  let most = 0;
  peer.answer = (pdu, session) => {
    if (pdu.command !== 'submit_sm') return { status: 0 };
    open += 1;
    most = Math.max(most, open);
    const status = throttled-- > 0 ? 0x58 : 0;
    setTimeout(() => {
      open -= 1;
      session.send(pdu.response({ command_status: status, message_id: 'x' }));
    }, 5);
    return null;
  };
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => carrier.submit(outgoing(`text ${n}`), ignored)),
  );
  assert.ok(outcomes.every(({ outcome }) => outcome === 'sent'));
  assert.is(peer.submitted.length, 23);
  assert.ok(most <= 4, `${most} at once`);
});

test('what waits in a pause during which the bind broke goes over the new bind', async (context) => {
  const { peer, carrier } = context;
  peer.answer = ({ command }) => ({
    status: command === 'submit_sm' && peer.submitted.length <= 4 ? 0x58 : 0,
  });
  const outcome = carrier.submit(outgoing('x'), ignored);
  await eventually('the pause is longer than a bind takes', async () => carrier.closedForMs() > 1_000);
  peer.sessions[0]?.destroy();
  assert.equal(await outcome, { outcome: 'sent', carrierId: 'id-5' });
  assert.is(peer.binds.length, 2);
});

test('an end cuts off what waits in a pause', async (context) => {
  const { peer, carrier } = context;
  peer.answer = ({ command }) => ({ status: command === 'submit_sm' ? 0x58 : 0 });
  const outcome = carrier.submit(outgoing('x'), ignored);
  await eventually('a pause of seconds', async () => carrier.closedForMs() > 2_000);
  const submissions = peer.submitted.length;
  await carrier.close();
  assert.equal(await outcome, { outcome: 'deferred', detail: 'the carrier took too long' });
  assert.is(peer.submitted.length, submissions);
});

test('what the carrier refuses for good has failed, what it cannot do now is deferred', async ({
  peer,
  carrier,
}) => {
  for (const [status, expected] of [
    [0x0b, 'failed'],
    [0x65, 'failed'],
    [0x08, 'deferred'],
    [0x64, 'deferred'],
    [0x4ff, 'deferred'],
  ] as const) {
    peer.answer = () => ({ status });
    const outcome = await carrier.submit(outgoing('x'), ignored);
    assert.is(outcome.outcome, expected, String(status));
    assert.match((outcome as { detail: string }).detail, /^command status 0x[0-9A-F]{8}$/);
  }
});

test('receipts by field or by text are reported; interim ones are not', async ({ peer, receipts }) => {
  const text = (stat: string) =>
    `id:77 sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:${stat} err:011 text:`;
  for (const fields of [
    { receipted_message_id: '0A', message_state: 2, short_message: '' },
    { short_message: text('DELIVRD') },
    { short_message: text('UNDELIV') },
    { short_message: text('ACCEPTD') },
  ]) {
    const answer = await peer.deliver({ ...fields, esm_class: 4 });
    assert.is(answer.command_status, 0);
  }
  assert.equal(receipts, [
    { carrierId: '0A', state: 'delivered', detail: 'DELIVRD' },
    { carrierId: '77', state: 'delivered', detail: 'DELIVRD' },
    { carrierId: '77', state: 'failed', detail: 'UNDELIV err:011' },
  ]);
});

test('the id of a receipt is read whole, and nothing after it, as carriers write it', async ({
  peer,
  receipts,
}) => {
  const ascii = Buffer.from(
    'id:a_1@[x]~$ sub:001 dlvrd:001 submit date:2601010000 stat:DELIVRD err:000 text:',
  );
  await peer.deliver({ esm_class: 4, short_message: ascii });
  await peer.deliver({ esm_class: 4, data_coding: 1, short_message: ascii });
  await peer.deliver({ esm_class: 4, data_coding: 4, short_message: ascii });
  const isAnswered = once(peer.sessions[0] as Session, 'deliver_sm_resp');
  const unterminated = withFields(new PDU('deliver_sm', { esm_class: 4, short_message: '' }), [
    [0x001e, Buffer.from('a_2')],
    [0x0427, Buffer.from([2])],
  ]);
  peer.sessions[0]?.socket.write(unterminated);
  await isAnswered;
  assert.equal(
    receipts.map(({ carrierId }) => carrierId),
    ['a_1@[x]~$', 'a_1@[x]~$', 'a_1@[x]~$', 'a_2'],
  );
});

/** The bytes of a PDU with optional fields after it (SMPP 3.4, 5.3), their values exactly as given. */
function withFields(pdu: PDU, fields: readonly (readonly [tag: number, value: Buffer])[]): Buffer {
  const added = fields.map(([tag, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(tag);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  const bytes = Buffer.concat([pdu.toBuffer(), ...added]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
}

test('a number with the prefix of international calls is the number itself', async ({ peer, messages }) => {
  await peer.deliver({ source_addr: '0049171', destination_addr: '004930', short_message: 'x' });
  await peer.deliver({ source_addr: '+49171', destination_addr: '4930', short_message: 'x' });
  assert.equal(
    messages.map(({ from, to }) => [from, to]),
    [
      ['+49171', '+4930'],
      ['+49171', '4930'],
    ],
  );
});

test('inbound texts are delivered with their part; a text that could not be recorded is refused temporarily', async (context) => {
  const { peer, messages } = context;
  const from = { source_addr: '491', source_addr_ton: 1, destination_addr: '4930' };
  await peer.deliver({ ...from, data_coding: 0, short_message: { message: 'Grüß € ' } });
  await peer.deliver({ ...from, data_coding: 8, short_message: { message: 'Жук 😀' } });
  const udh = Buffer.from([5, 0, 3, 9, 2, 1]);
  await peer.deliver({ ...from, esm_class: 0x40, short_message: { udh, message: 'first ' } });
  const wide = Buffer.from([6, 8, 4, 1, 2, 2, 2]);
  await peer.deliver({ ...from, esm_class: 0x40, short_message: { udh: wide, message: 'second' } });
  await peer.deliver({
    ...{ ...from, short_message: 'sar', sar_msg_ref_num: 7 },
    ...{ sar_total_segments: 3, sar_segment_seqnum: 2 },
  });
  await peer.deliver({
    ...from,
    source_addr: 'BANK',
    source_addr_ton: 5,
    message_payload: { message: 'long' },
  });
  const received = messages.map(({ text, part }) => ({ text, part }));
  assert.equal(received, [
    { text: 'Grüß € ', part: null },
    { text: 'Жук 😀', part: null },
    { text: 'first ', part: { reference: 9, number: 1, of: 2 } },
    { text: 'second', part: { reference: 0x102, number: 2, of: 2 } },
    { text: 'sar', part: { reference: 7, number: 2, of: 3 } },
    { text: 'long', part: null },
  ]);
  assert.equal(messages.map((message) => message.from).slice(4), ['+491', 'BANK']);
  context.handlers = { ...context.handlers, message: () => Promise.reject(new Error('the log is away')) };
  assert.is((await peer.deliver({ ...from, short_message: 'again' })).command_status, 0x64);
});

test('what cannot be read is refused for good and kept with its bytes; the bind stays', async ({
  peer,
  kept,
  messages,
}) => {
  const octets = rawPdu({ coding: 4, from: '49171', text: Buffer.from('01ff', 'hex') });
  const broken = rawPdu({ text: Buffer.from('x'), fields: { 516: Buffer.alloc(0) } }).subarray(0, -3);
  broken.writeUInt32BE(broken.length);
  const receipt = rawPdu({ command: 'data_sm', esmClass: 4 });
  const statuses = [];
  for (const bytes of [octets, broken, receipt]) statuses.push((await peer.bring(bytes)).command_status);
  assert.equal(statuses, [0x65, 0x65, 0x65]);
  assert.equal(
    kept.map(({ raw }) => raw.split('\r\n\r\n')[1]?.trim()),
    [octets, broken, receipt].map((bytes) => bytes.toString('hex')),
  );
  assert.is(kept[0]?.why, 'no text that is known, by data coding 4');
  assert.equal([kept[0]?.sender, kept[0]?.recipients], ['49171', ['4930']]);
  // The package fails at a field without its value; the text is there all the same.
  const empty = rawPdu({ text: Buffer.from('x'), fields: { 516: Buffer.alloc(0) } });
  assert.is((await peer.bring(empty)).command_status, 0);
  assert.is(messages[0]?.text, 'x');
  assert.is(peer.binds.length, 1);
});

test('what was not kept, as on a full disk, comes again', async (context) => {
  const { peer, kept } = context;
  Object.assign(kept, { push: () => assert.unreachable() });
  assert.is((await peer.bring(rawPdu({ coding: 4 }))).command_status, 0x64);
});

test('a text to a number that no workspace has is kept, and counted until the operator removes it', async (context) => {
  const { kept, unmatched } = keptInMemory();
  const gauges: number[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    gauge: (name, value) => {
      if (name === 'postledger_sms_unassigned') gauges.push(value);
    },
  };
  const peer = await smppPeer();
  const carrier = smppCarrier(peer.url, { ...ports, metrics, unmatched });
  const end = new AbortController();
  void carrier.receive({ ...context.handlers, message: async () => 'unknown' }, end.signal);
  await bound({ carrier });
  assert.is((await peer.bring(rawPdu({ text: Buffer.from('x') }))).command_status, 0);
  assert.equal(
    kept.map(({ why }) => why),
    ['it came to a number that no workspace has'],
  );
  assert.equal(gauges, [0, 1]);
  end.abort();
  await carrier.close();
  await peer.close();
});

test('issue 50, 7: a text as long as a message_payload may be ends no bind', async (context) => {
  const { peer, messages } = context;
  const from = { source_addr: '491', source_addr_ton: 1, destination_addr: '4930' };
  for (const length of [17_000, 65_535]) {
    const answer = await peer.deliver({ ...from, message_payload: { message: 'a'.repeat(length) } });
    assert.is(answer.command_status, 0);
    assert.is(messages.at(-1)?.text.length, length);
  }
  assert.is(peer.binds.length, 1, 'it is the same bind');
});

test('a bind that is refused or breaks is made again, and closed for as long', async (context) => {
  const { peer, carrier } = context;
  peer.answer = (pdu) => ({ status: pdu.command === 'bind_transceiver' && peer.binds.length < 4 ? 0x0e : 0 });
  const [session] = peer.sessions;
  assert.ok(session);
  const gone = once(session, 'close');
  session.destroy();
  await gone;
  await eventually('it is known', async () => carrier.closedForMs() > 0);
  const meanwhile = await carrier.submit(outgoing('x'), ignored);
  assert.equal(meanwhile, { outcome: 'deferred', detail: 'the carrier cannot be reached' });
  await bound(context);
  assert.is((await carrier.submit(outgoing('x'), ignored)).outcome, 'sent');
});

test('after its unbind the carrier gets nothing more over that bind, but its last answers count', async (context) => {
  const { peer, carrier } = context;
  const [session] = peer.sessions;
  assert.ok(session);
  // A carrier that leaves the connection open.
  session.socket.allowHalfOpen = true;
  peer.answer = ({ command }) => (command === 'submit_sm' ? null : { status: 0 });
  const outcome = carrier.submit(outgoing('under way'), ignored);
  await eventually('it is submitted', async () => peer.submitted.length === 1);
  session.send(new PDU('unbind'));
  await eventually('the bind has ended', async () => carrier.closedForMs() > 0);
  session.send((peer.submitted[0] as Pdu).response({ command_status: 0, message_id: 'late' }));
  assert.equal(await outcome, { outcome: 'sent', carrierId: 'late' });
  await eventually('the connection is closed', async () => {
    // Over a connection that only the other side has closed a write is what shows it.
    session.send(new PDU('enquire_link'));
    return session.socket.destroyed;
  });
  await bound(context);
});

test('an end during a connect, a bind or an unbind waits for no answer of the carrier', async (context) => {
  const { peer } = context;
  const parts = { ...ports, unmatched: keptInMemory().unmatched };
  /** Whether the carrier closes before its own bounds of 10 and 30 seconds are over. */
  const closes = async (carrier: Carrier) => {
    const late = new AbortController();
    const closed = await Promise.race([
      carrier.close().then(() => true),
      systemClock.sleep(5_000, late.signal).then(() => false),
    ]);
    late.abort();
    return closed;
  };
  for (const unanswered of ['bind_transceiver', 'unbind']) {
    const { length } = peer.binds;
    peer.answer = ({ command }) => (command === unanswered ? null : { status: 0 });
    const carrier = smppCarrier(peer.url, parts);
    void carrier.receive(context.handlers, new AbortController().signal);
    if (unanswered === 'unbind') await bound({ carrier });
    await eventually('the bind has come', async () => peer.binds.length > length);
    assert.ok(await closes(carrier), unanswered);
  }
  // Over TLS it is the connect that is never answered.
  const silent = createServer().listen(0, 'localhost');
  await once(silent, 'listening');
  const accepted = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const carrier = smppCarrier(`ssmpp://tester:secret@localhost:${port}`, parts);
  void carrier.receive(context.handlers, new AbortController().signal);
  const [socket] = (await accepted) as [Socket];
  const gone = once(socket.resume(), 'close');
  assert.ok(await closes(carrier), 'connect');
  await gone;
  silent.close();
});

test('each error of an address names its part, and never the password', () => {
  for (const [url, said] of [
    ['mailto:x', 'must begin with smpp://'],
    ['nonsense', 'is no address'],
    ['smpp://u:secret12@h/path', 'no path'],
    ['smpp://u:secret12@h?window=0', 'window must be'],
    ['smpp://u:secret12@h?speed=1', 'speed is none of'],
    ['smpp://:secret12@h', 'system id'],
    ['smpp://u:secret1%@h', 'a % in the password must be written as %25'],
    ['smpp://u%:secret12@h', 'a % in the system id must be written as %25'],
    ['smpp://u:secret123@h', 'password must have at most 8'],
  ] as const)
    assert.throws(
      () => smppAddress(url),
      (error: Error) => error.message.includes(said) && !error.message.includes('secret1'),
      url,
    );
  assert.equal(smppAddress('ssmpp://u:p%40ss@sms.example?system_type=VMS&enquire_link_s=5'), {
    ...{ host: 'sms.example', port: 3550, tls: true, systemId: 'u', password: 'p@ss' },
    ...{ systemType: 'VMS', window: 10, enquireLinkMs: 5_000 },
  });
});

test('a submission ends within what is left of a claim that is acted upon', () => {
  assert.ok(SUBMISSION_MS + 2 * 30_000 < CLAIM_TIMEOUT_MS * (1 - FRESH));
});

test.run();
