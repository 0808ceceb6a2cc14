import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { smtpEntrance } from '../../../src/adapters/intake/smtpEntrance.ts';
import { manualClock } from '../../support/manualClock.ts';

const test = suite('issue 50, 3: connections count from their first byte, each address and network');

let port = 1_000;

/** A socket as the server gets it. */
function arriving(remoteAddress: string) {
  const socket = {
    remoteAddress,
    remotePort: ++port,
    _destroy: (_error: unknown, done: () => void) => done(),
  };
  return socket as unknown as Socket;
}

function entrance(each = 2, all = 5) {
  const clock = manualClock();
  const ended: string[] = [];
  const counts: number[] = [];
  const options = {
    ...{ clock, each, all, withinMs: 30_000, isUnlimited: () => false },
    tooLate: (id: string) => void ended.push(id),
    unbegun: ({ remoteAddress }: Socket) => void ended.push(`${remoteAddress}`),
    onCount: (open: number) => void counts.push(open),
  };
  return { ...smtpEntrance(options), clock, ended, counts };
}

test('one that never shakes hands has a place until it is ended, after 30 s', async () => {
  const { enter, begin, clock, ended, counts } = entrance();
  const silent = arriving('192.0.2.1');
  const talking = arriving('::ffff:192.0.2.1');
  assert.equal([silent, talking, arriving('192.0.2.1')].map(enter), [true, true, false]);
  assert.is(enter(arriving('192.0.2.2')), true, 'another address has its own');
  await clock.advance(20_000);
  // Of a session on the same socket the address is written plainly.
  begin({ id: 'a', remoteAddress: '192.0.2.1', remotePort: talking.remotePort });
  await clock.advance(9_999);
  assert.equal(ended, []);
  await clock.advance(1);
  assert.equal(ended, ['192.0.2.1', 'a', '192.0.2.2'], 'the session has no time of its own');
  assert.equal(counts, [1, 2, 3]);
  silent._destroy(null, () => {});
  assert.is(counts.at(-1), 2);
  assert.is(enter(arriving('192.0.2.1')), true);
});

test('a /64 of IPv6 is one network, and all together are limited', () => {
  const { enter } = entrance();
  const of = (...addresses: readonly string[]) => addresses.map((address) => enter(arriving(address)));
  assert.equal(of('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'), [true, true, false, true]);
  assert.equal(of('192.0.2.1', '192.0.2.2', '192.0.2.3'), [true, true, false]);
});

test('one that did something useful, or is gone, is not ended', async () => {
  const { enter, begin, stop, clock, ended } = entrance();
  const [useful, gone] = [arriving('192.0.2.1'), arriving('192.0.2.2')];
  for (const socket of [useful, gone]) enter(socket);
  begin({ id: 'a', remoteAddress: '192.0.2.1', remotePort: useful.remotePort });
  stop('a');
  gone._destroy(null, () => {});
  await clock.advance(60_000);
  assert.equal(ended, []);
});

test.run();
