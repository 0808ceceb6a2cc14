import { PDU, type Pdu, Session } from 'smpp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { boundLink } from '../../../src/adapters/smpp/boundLink.ts';
import { LinkLost, openLink, type SmppLink } from '../../../src/adapters/smpp/link.ts';
import { smppAddress } from '../../../src/adapters/smpp/smppAddress.ts';
import type { Metrics } from '../../../src/ports/metrics.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { eventually } from '../../e2e/eventually.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { smppPeer } from './smppPeer.ts';

const test = suite('a link to the carrier');

test('keeps nothing of a request whose answer is missing', async () => {
  const peer = await smppPeer();
  peer.answer = ({ command }) => (command === 'submit_sm' ? null : { status: 0 });
  const { send } = Session.prototype;
  const sessions = new Set<Session>();
  Session.prototype.send = function (this: Session, pdu: Pdu, onAnswer?: (answer: Pdu) => void) {
    if (pdu.command === 'submit_sm') sessions.add(this);
    return send.call(this, pdu, onAnswer);
  };
  // Of the waits for an answer only that of the submission is cut short.
  let isShort = false;
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(isShort ? 1 : ms, signal),
  };
  const link = await openLink(smppAddress(peer.url), clock, () => {}, new AbortController().signal);
  isShort = true;
  assert.instance(await rejection(link.request('submit_sm', { short_message: 'x' })), LinkLost);
  const [session] = sessions;
  assert.equal(Object.keys(session?._callbacks ?? {}), []);
  assert.is(sessions.size, 1);
  Session.prototype.send = send;
  link.destroy();
  await peer.close();
});

test('requests that are not served are answered, so that the carrier does not wait for them', async () => {
  const peer = await smppPeer();
  const served = (pdu: Pdu, own: SmppLink) => own.respond(pdu, 0);
  const link = await openLink(smppAddress(peer.url), systemClock, served, new AbortController().signal);
  const [session] = peer.sessions;
  const answers: string[] = [];
  session?.on('pdu', (pdu: Pdu) => answers.push(`${pdu.command} ${pdu.command_status}`));
  session?.send(new PDU('data_sm', { source_addr: '491', destination_addr: '4930' }));
  // A command of a vendor, and an answer that nothing asked for.
  for (const commandId of [0x0001_0200, 0x8001_0200]) {
    const bytes = new PDU('enquire_link').toBuffer();
    bytes.writeUInt32BE(commandId, 4);
    session?.socket.write(bytes);
  }
  session?.send(new PDU('enquire_link'));
  await eventually('the last is answered', async () => answers.includes('enquire_link_resp 0'));
  assert.equal(answers, ['data_sm_resp 0', 'generic_nack 3', 'enquire_link_resp 0']);
  link.destroy();
  await peer.close();
});

test('until the first bind the carrier counts as not bound', async () => {
  const peer = await smppPeer();
  peer.answer = () => ({ status: 0x0e });
  const bound: number[] = [];
  const metrics: Metrics = { ...noMetrics, gauge: (_, value) => bound.push(value) };
  const carrier = boundLink(
    smppAddress(peer.url),
    { clock: systemClock, ids: seededIds(), log: quietLog, metrics },
    () => {},
  );
  assert.equal(bound, [], 'a process that sends no text messages says nothing');
  carrier.start();
  await eventually('the bind is refused', async () => peer.binds.length > 0);
  assert.equal(bound, [0]);
  await carrier.close();
  await peer.close();
});

test.run();
