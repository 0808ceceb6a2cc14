import { type Pdu, Session } from 'smpp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { LinkLost, openLink } from '../../../src/adapters/smpp/link.ts';
import { smppAddress } from '../../../src/adapters/smpp/smppAddress.ts';
import { rejection } from '../../contract/eventStore/events.ts';
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

test.run();
