import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileReceiver } from '../../support/hostileReceiver.ts';

import { asking, every, LONG_MS, type Open, reasonOf, SHORT_MS } from './asking.ts';

type Behave = (socket: TLSSocket) => unknown;

/** An attempt that lasts longer than its time never ends. */
const LATEST_MS = 2 * LONG_MS;
const OK = 'HTTP/1.1 200 OK\r\n';
const says =
  (text: string): Behave =>
  (socket) =>
    socket.write(text, 'latin1');
const ends =
  (text: string): Behave =>
  (socket) =>
    socket.end(text, 'latin1');

/** Gives a body without end as fast as it is read. */
function flood(head: string, chunk: string | Buffer): Behave {
  return (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.write(head);
    socket.on('drain', more);
    more();
  };
}

/** Says it byte by byte. */
function drips(text: string): Behave {
  return (socket) => {
    let at = 0;
    const stop = every(1, () => {
      if (at < text.length) socket.write(text.charAt(at++), 'latin1');
    });
    socket.once('close', stop);
  };
}

const MIB = 'x'.repeat(1 << 20);

/** What a receiver answers, and what it is, whatever stands behind. */
const ANSWERS: Readonly<Record<string, readonly [outcome: string, behave: Behave]>> = {
  'a body of 10 GB that comes': ['answered 200', flood(`${OK}content-length: 10737418240\r\n\r\n`, MIB)],
  'a body of 10 GB that is only said': ['answered 200', says(`${OK}content-length: 10737418240\r\n\r\n`)],
  'a length beyond all numbers': ['protocol', says(`${OK}content-length: ${'9'.repeat(30)}\r\n\r\n`)],
  'a body without a length that does not end': ['answered 500', flood('HTTP/1.1 500 No\r\n\r\n', MIB)],
  'a bomb of gzip': [
    'answered 200',
    (socket) => {
      const bomb = gzipSync(Buffer.alloc(64 << 20));
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
  ],
  'a redirect to itself': [
    'answered 302',
    says('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  ],
  'a head that drips and ends': ['answered 204', drips('HTTP/1.1 204 No Content\r\nx: y\r\n\r\n')],
  'a body in chunks that drips and ends': [
    'answered 200',
    drips(`${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`),
  ],
  'fields of 16 KB less what else there is': [
    'answered 200',
    says(`${OK}x: ${'y'.repeat(16_000)}\r\ncontent-length: 0\r\n\r\n`),
  ],
  'fields of 100 KB in one': ['protocol', says(`${OK}x: ${'y'.repeat(100_000)}\r\n\r\n`)],
  'HTTP/1.0': ['answered 200', ends('HTTP/1.0 200 OK\r\n\r\nyes')],
  'no phrase': ['answered 200', says('HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n')],
  'a body behind 204': ['answered 204', says('HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nyes')],
  'a status above 599': ['answered 999', says('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n')],
  'a status of two digits': ['protocol', says('HTTP/1.1 99 Odd\r\ncontent-length: 0\r\n\r\n')],
  'a status of four digits': ['protocol', says('HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n')],
  'a negative status': ['protocol', says('HTTP/1.1 -200 OK\r\n\r\n')],
  'another protocol': ['protocol', says('HTP/1.1 200 OK\r\n\r\n')],
  'a version that there is not': ['protocol', says('HTTP/9.9 200 OK\r\n\r\n')],
  'a request for an answer': ['protocol', says('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
  'nothing but zeros': ['protocol', says('\0'.repeat(100))],
  'a field without a colon': ['protocol', says(`${OK}nonsense\r\n\r\n`)],
  'a field with a NUL': ['protocol', says(`${OK}x: a\0b\r\n\r\n`)],
  'a field whose name holds a space': ['protocol', says(`${OK}content length: 0\r\n\r\n`)],
  'a length that is no number': ['protocol', says(`${OK}content-length: three\r\n\r\n`)],
  'a negative length': ['protocol', says(`${OK}content-length: -1\r\n\r\n`)],
  'two lengths that agree in one field': ['protocol', says(`${OK}content-length: 3, 3\r\n\r\nyes`)],
  'length and chunks at once, the other way round': [
    'protocol',
    says(`${OK}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`),
  ],
  'a chunk whose size is no number': [
    'answered 200',
    says(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\nyes`),
  ],
  'a chunk of more than all memory': [
    'answered 200',
    says(`${OK}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nyes`),
  ],
  'an answer and an end in the middle of its body': [
    'answered 500',
    ends('HTTP/1.1 500 No\r\ncontent-length: 9\r\n\r\nno'),
  ],
  'an answer and a reset': [
    'answered 200',
    (socket) => {
      socket.write(`${OK}content-length: 9\r\n\r\nyes`);
      setTimeout(() => socket.destroy(), 20);
    },
  ],
  'a field that drips for ever': ['timeout', drips(`${OK}x: ${'y'.repeat(10_000)}`)],
};

export function answersContract(name: string, open: Open): void {
  const test = suite(name);
  const { outcomeAgainst } = asking(open);

  for (const [what, [outcome, behave]] of Object.entries(ANSWERS))
    test(`${what}: ${outcome}`, async () => {
      const receiver = await hostileReceiver(behave);
      const timeoutMs = outcome === 'timeout' ? SHORT_MS : LONG_MS;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(resolve, LATEST_MS, 'too late');
      });
      const met = outcomeAgainst(receiver, { timeoutMs }).then(reasonOf);
      assert.is(await Promise.race([met, late]), outcome);
      clearTimeout(timer);
    });

  test.run();
}
