import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { decode, encode, type Packet } from 'dns-packet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dnsRecords } from '../../../src/adapters/dns/records.ts';
import { DnsUnavailable } from '../../../src/ports/dnsRecords.ts';

/** Against a server on loopback that answers what a test says. */
const test = suite<{ socket: Socket; server: string }>('dns records');

const NXDOMAIN = 3;
const SERVFAIL = 2;

function answerTo(question: Packet): Partial<Packet> | null {
  const { name = '', type } = question.questions?.[0] ?? {};
  if (name === 'silent.example') return null;
  if (name === 'none.example') return { flags: NXDOMAIN };
  if (name === 'broken.example') return { flags: SERVFAIL };
  if (name === 'cut.example' && type === 'TXT')
    return {
      answers: [
        { type: 'TXT', name, data: ['v=DKIM1; ', 'p=', 'x'.repeat(200)] },
        { type: 'TXT', name, data: 'other' },
      ],
    };
  if (name === 'mail.example' && type === 'MX')
    return {
      answers: [
        { type: 'MX', name, data: { preference: 20, exchange: 'two.example' } },
        { type: 'MX', name, data: { preference: 10, exchange: 'one.example' } },
      ],
    };
  return {};
}

test.before(async (context) => {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = decode(message);
    const answer = answerTo(question);
    if (answer === null) return;
    socket.send(
      encode({
        type: 'response',
        id: question.id ?? 0,
        questions: question.questions ?? [],
        ...answer,
      } as Packet),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  Object.assign(context, { socket, server: `127.0.0.1:${(socket.address() as AddressInfo).port}` });
});
test.after(({ socket }) => void socket.close());

test('texts come whole, exchangers by preference, what is not there is nothing', async ({ server }) => {
  const dns = dnsRecords({ servers: [server] });
  assert.equal(await dns.txt('cut.example'), [`v=DKIM1; p=${'x'.repeat(200)}`, 'other']);
  assert.equal(await dns.mx('mail.example'), ['one.example', 'two.example']);
  for (const name of ['none.example', 'mail.example']) assert.equal(await dns.txt(name), [], name);
});

test('a server that fails or is silent is no answer', async ({ server }) => {
  const dns = dnsRecords({ servers: [server] }, { timeoutMs: 100, tries: 1 });
  for (const name of ['broken.example', 'silent.example'])
    try {
      await dns.txt(name);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, DnsUnavailable, name);
    }
});

test.run();
