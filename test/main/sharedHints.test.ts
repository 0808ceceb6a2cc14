import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { KEY_REVOKED_CHANNEL } from '../../src/commands/workspace/revokeApiKey.ts';
import { REQUEST_CHANNELS, sharedHints } from '../../src/main/background/sharedHints.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('hints between the two processes of a service');
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The two processes, with a channel between them. */
function twoProcesses() {
  const sent: string[] = [];
  const one = sharedHints(inProcessHints(quietLog), (channel, message) => {
    sent.push(message);
    other.receive(channel, message);
  });
  const other = sharedHints(inProcessHints(quietLog), (channel, message) => {
    sent.push(message);
    one.receive(channel, message);
  });
  return { one: one.hints, other: other.hints, sent };
}

test('reach the other one once, and their own process too', async () => {
  const { one, other, sent } = twoProcesses();
  const seen: string[] = [];
  one.subscribe('keys', (message) => seen.push(`one ${message}`));
  other.subscribe('keys', (message) => seen.push(`other ${message}`));
  one.publish('keys', 'a');
  other.publish('keys', 'b');
  await turn();
  assert.equal(seen.sort(), ['one a', 'one b', 'other a', 'other b']);
  assert.equal(sent, ['a', 'b']);
});

test('for which the other process has no use stay in their own', async () => {
  const sent: string[] = [];
  const seen: string[] = [];
  const send = (channel: string) => void sent.push(channel);
  const { hints } = sharedHints(inProcessHints(quietLog), send, REQUEST_CHANNELS);
  for (const channel of ['lanes', 'members:sender', KEY_REVOKED_CHANNEL]) {
    hints.subscribe(channel, () => seen.push(channel));
    hints.publish(channel, '');
  }
  await turn();
  assert.equal(seen, ['lanes', 'members:sender', KEY_REVOKED_CHANNEL]);
  assert.equal(sent, [KEY_REVOKED_CHANNEL]);
});

test.run();
