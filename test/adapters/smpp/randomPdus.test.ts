// runs in: test:all

import iconv from 'iconv-lite';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { smppCarrier } from '../../../src/adapters/smpp/smppCarrier.ts';
import { gsmBytes } from '../../../src/events/gsmAlphabet.ts';
import type { CarrierReceipt, IncomingSms } from '../../../src/ports/carrier.ts';
import type { Metrics } from '../../../src/ports/metrics.ts';
import { eventually } from '../../e2e/eventually.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';
import { keptInMemory } from './keptInMemory.ts';
import { headed, type RawPdu, rawPdu, ucs2 } from './rawPdu.ts';
import { smppPeer } from './smppPeer.ts';

const test = suite('random deliveries of the carrier');
const COUNT = 500;
const random = seededRandom(SEED);
const below = (end: number) => Math.floor(random() * end);
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));

/** Texts in each alphabet, and the bytes that a carrier makes of them. */
const ALPHABETS: Readonly<Record<string, { texts: readonly string[]; bytes: (text: string) => Buffer }>> = {
  gsm: { texts: ['STOP', '@_$ Grüße', '{€}'], bytes: (text) => Buffer.from(gsmBytes(text) ?? []) },
  ucs2: { texts: ['Жук 😀', 'STOP', '日本'], bytes: ucs2 },
  ascii: { texts: ['a@b_c', 'STOP'], bytes: (text) => Buffer.from(text) },
  latin1: { texts: ['déjà', 'STOP'], bytes: (text) => Buffer.from(text, 'latin1') },
  Shift_JIS: { texts: ['はい、そうです', 'STOP'], bytes: (text) => iconv.encode(text, 'Shift_JIS') },
  'EUC-JP': { texts: ['はい', 'STOP'], bytes: (text) => iconv.encode(text, 'EUC-JP') },
  'EUC-KR': { texts: ['안녕', 'STOP'], bytes: (text) => iconv.encode(text, 'EUC-KR') },
  'ISO-8859-5': { texts: ['Да', 'STOP'], bytes: (text) => iconv.encode(text, 'ISO-8859-5') },
  'ISO-8859-8': { texts: ['שלום', 'STOP'], bytes: (text) => iconv.encode(text, 'ISO-8859-8') },
};
const BELOW_0X10: Readonly<Record<number, string | null>> = {
  ...{
    0: 'gsm',
    1: 'ascii',
    2: null,
    3: 'latin1',
    4: null,
    5: 'Shift_JIS',
    6: 'ISO-8859-5',
    7: 'ISO-8859-8',
  },
  ...{ 8: 'ucs2', 9: 'Shift_JIS', 10: 'EUC-JP', 11: 'gsm', 12: 'gsm', 13: 'EUC-JP', 14: 'EUC-KR', 15: 'gsm' },
};

/** The alphabet of a data coding, by the tables of the standards written out; null: none. */
function alphabetOf(coding: number): string | null {
  if (coding < 0x10) return BELOW_0X10[coding] ?? null;
  const bits = coding.toString(2).padStart(8, '0');
  if (/^0.1|^0.0.01|^1111.1/.test(bits)) return null;
  return /^0.0.10|^1110/.test(bits) ? 'ucs2' : 'gsm';
}

interface Brought {
  readonly pdu: RawPdu;
  /** What it must become. */
  readonly expected: 'refused' | 'interim' | { readonly text: string } | { readonly receipt: string };
}

function aText(): Brought {
  const coding = below(256);
  const alphabet = ALPHABETS[alphabetOf(coding) ?? ''];
  const text = alphabet === undefined ? '' : oneOf(alphabet.texts);
  const bytes = alphabet === undefined ? bytesOf(below(20)) : alphabet.bytes(text);
  const number = { from: oneOf(['4917612345001', '01711234567', '72345', 'BANK']), fromTon: below(7) };
  const part = [0, 3, below(256), 3, 1 + below(3)];
  const divided = oneOf<RawPdu>([
    { text: bytes },
    { esmClass: 0x40, text: headed([part], bytes) },
    { esmClass: 0x40, text: headed([[5, 4, 1, 2, 3, 4], part], bytes) },
    {
      text: bytes,
      fields: { 524: bytesOf(2), 526: Buffer.from([2]), 527: Buffer.from([1 + below(2)]) },
    },
  ]);
  const command = oneOf(['deliver_sm', 'data_sm'] as const);
  const pdu = { ...number, coding, toTon: below(7), command, ...divided };
  return { pdu, expected: alphabet === undefined ? 'refused' : { text } };
}

function aReceipt(): Brought {
  const id = below(1e9).toString(oneOf([10, 16]));
  const [word, outcome] = oneOf([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'failed'],
    ['REJECTED', 'failed'],
    ['ENROUTE', null],
  ] as const);
  const state = Buffer.from([{ DELIVRD: 2, UNDELIV: 5, REJECTED: 8, ENROUTE: 1 }[word]]);
  const words = `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:${word} err:000 text:x`;
  const byFields = { 30: Buffer.from(`${id}\0`), 1063: state };
  const form = oneOf<RawPdu>([
    { esmClass: 4, text: Buffer.from(words) },
    { esmClass: 4, text: ucs2(words) },
    { esmClass: 0x20, fields: { 1060: Buffer.from(words) } },
    { esmClass: oneOf([0, 4, 8, 0x20]), fields: byFields },
    { esmClass: oneOf([0, 4, 8, 0x20]), fields: byFields, text: Buffer.from(words) },
  ]);
  const isData = form.fields?.[0x0424] === undefined && random() < 0.3;
  const pdu: RawPdu = { ...form, coding: below(256), command: isData ? 'data_sm' : 'deliver_sm' };
  return { pdu, expected: outcome === null ? 'interim' : { receipt: `${id} ${outcome}` } };
}

const aBrokenReceipt = (): Brought => ({
  pdu: {
    esmClass: oneOf([4, 0x20]),
    coding: below(256),
    text: Buffer.from(oneOf(['', 'id: stat:DELIVRD', 'gone'])),
  },
  expected: 'refused',
});

/** A carrier bound to a peer, and all that it handed over. */
async function bound() {
  const peer = await smppPeer();
  const { kept, unmatched } = keptInMemory();
  const messages: IncomingSms[] = [];
  const receipts: CarrierReceipt[] = [];
  let interim = 0;
  const count: Metrics['count'] = (_, labels) => {
    if (labels?.state === 'interim') interim += 1;
  };
  const ports = { clock: systemClock, ids: seededIds(), log: quietLog, unmatched };
  const carrier = smppCarrier(peer.url, { ...ports, metrics: { ...noMetrics, count } });
  const end = new AbortController();
  const message = async (one: IncomingSms) => {
    messages.push(one);
    return 'recorded' as const;
  };
  void carrier.receive({ message, receipt: async (one) => void receipts.push(one) }, end.signal);
  await eventually('it is bound', async () => carrier.closedForMs() === 0);
  const counts = () => ({ messages: messages.length, receipts: receipts.length, interim, kept: kept.length });
  const close = async () => {
    end.abort();
    await carrier.close();
    await peer.close();
  };
  return { peer, messages, receipts, counts, close };
}

test('bytes at random, and PDUs with bytes changed or cut off, end no bind and are not lost', async () => {
  const { peer, counts, close } = await bound();
  const mutated = () => {
    const bytes = rawPdu(oneOf([aText, aReceipt])().pdu);
    for (let at = below(4); at > 0; at--) bytes[16 + below(bytes.length - 16)] = below(256);
    return bytes.subarray(0, random() < 0.5 ? bytes.length : 16 + below(bytes.length - 16));
  };
  for (let at = 0; at < COUNT; at++) {
    const bytes =
      random() < 0.2 ? Buffer.concat([rawPdu({}).subarray(0, 16), bytesOf(below(80))]) : mutated();
    bytes.writeUInt32BE(bytes.length);
    const before = counts();
    const { command_status: status } = await peer.bring(bytes);
    const { kept, ...recorded } = counts();
    const name = `${at} of seed ${SEED}: ${bytes.toString('hex')}`;
    const isKept = kept === before.kept + 1;
    assert.is(status, isKept ? 0x65 : 0, name);
    const sum = (one: object) => Object.values(one).reduce((all, each) => all + each, 0);
    assert.is(kept + sum(recorded), sum(before) + 1, name);
  }
  assert.is(peer.binds.length, 1);
  await close();
});

test('none of 500 is acknowledged and lost, and each is read by the tables of the standards', async () => {
  const { peer, messages, receipts, counts, close } = await bound();
  for (let at = 0; at < COUNT; at++) {
    const { pdu, expected } = oneOf([aText, aText, aReceipt, aBrokenReceipt])();
    const name = `${at} of seed ${SEED}: ${JSON.stringify({ ...pdu, text: pdu.text?.toString('hex') })}`;
    const before = counts();
    const { command, command_status: status } = await peer.bring(rawPdu(pdu));
    const after = counts();
    assert.is(command, `${pdu.command ?? 'deliver_sm'}_resp`, name);
    const [to, answer] =
      expected === 'refused'
        ? (['kept', 0x65] as const)
        : expected === 'interim'
          ? (['interim', 0] as const)
          : (['text' in expected ? 'messages' : 'receipts', 0] as const);
    assert.equal({ status, ...after }, { status: answer, ...before, [to]: before[to] + 1 }, name);
    if (typeof expected === 'string') continue;
    if ('text' in expected) assert.is(messages.at(-1)?.text, expected.text, name);
    else assert.is(`${receipts.at(-1)?.carrierId} ${receipts.at(-1)?.state}`, expected.receipt, name);
  }
  assert.is(peer.binds.length, 1);
  await close();
});

test.run();
