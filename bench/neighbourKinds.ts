import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, callsWhile, posted, type Workspaces } from './neighbourCalls.ts';
import { watchMemory } from './processMemory.ts';
import { line } from './report.ts';

const LASTS_MS = 5_000;
const FIELDS = 'x'.repeat(60_000);
const send = { from: 'a@sender.test', to: 'b@receiver.test', subject: 's', text: 'Hello' };
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** What a customer who cares for no other, or a stranger, does until the time is over. */
type Neighbour = (over: AbortSignal) => Promise<unknown>;

/** So many at a time, each beginning again when it has ended. */
const many =
  (count: number, work: () => Promise<unknown>): Neighbour =>
  (over) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        while (!over.aborted) await work();
      }),
    );

/** Sockets that are held open, and do what `begin` does. */
const sockets =
  (count: number, port: number, begin: (socket: Socket) => void): Neighbour =>
  async (over) => {
    const open = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      begin(socket);
      return socket;
    });
    while (!over.aborted) await sleep(100);
    for (const socket of open) socket.destroy();
  };

function got({ url, key }: Caller, path: string): Promise<void> {
  return new Promise((resolve) => {
    const call = request(new URL(path, url), { headers: { authorization: `Bearer ${key}` } });
    call.on('error', () => resolve());
    call.on('response', (response) => response.resume().on('close', () => resolve()));
    call.end();
  });
}

const COSTLY_MAIL = [
  'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<other@b.test>\r\nDATA\r\n',
  `To: ${'a@b.example,\r\n '.repeat(17_000)}\r\n\r\nx\r\n.\r\nQUIT\r\n`,
].join('');

/** One costly mail to the intake; resolves when the server has closed. */
const costlyMail = (port: number) => () =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('close', () => resolve()).resume();
    socket.write(COSTLY_MAIL);
  });

/**
 * The healthy customer's sends next to each of ten kinds of neighbours, and the peak memory of the request process.
 * `intakePort`: where the service takes in bounces.
 */
export async function kinds({ bad, good, pid, intakePort }: Workspaces): Promise<void> {
  const port = Number(bad.url.port);
  const contacts: string[] = [];
  for (let n = 0; n < 300; n++) {
    const body = json({ email: `c${n}@b.test`, custom_fields: { a: FIELDS } });
    contacts.push((await posted(bad, '/v1/contacts', body)).id);
  }
  for (let n = 0; n < 30; n++)
    await posted(
      bad,
      '/v1/templates',
      json({ friendly_name: `t${n}`, name: 'T', subject: 's', text: FIELDS }),
    );
  const batch = json(Array(100).fill(send));
  const audience = json({
    name: 'a',
    contact_ids: Array.from({ length: 100_000 }, (_, n) => contacts[n % contacts.length]),
  });
  let contact = 0;
  const rows: readonly (readonly [string, Neighbour])[] = [
    ['nothing', () => sleep(LASTS_MS)],
    ['16 senders', many(16, () => posted(bad, '/v1/emails', json(send)))],
    ['4 callers of batches of 100', many(4, () => posted(bad, '/v1/emails/batch', batch))],
    ['4 readers of 30 templates of 60 KB', many(4, () => got(bad, '/v1/templates'))],
    ['4 readers of 300 contacts of 60 KB', many(4, () => got(bad, '/v1/contacts?limit=500'))],
    [
      '16 answers that no one reads',
      sockets(16, port, (socket) => {
        socket.pause();
        socket.write(
          `GET /v1/contacts?limit=500 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bad.key}\r\n\r\n`,
        );
      }),
    ],
    [
      '4 writers of contacts of 60 KB',
      many(4, () =>
        posted(
          bad,
          '/v1/contacts',
          json({ email: `c${contact++ % 300}@b.test`, custom_fields: { a: FIELDS } }),
        ),
      ),
    ],
    ['an audience of 100,000 ids', many(1, () => posted(bad, '/v1/audiences', audience))],
    ['1,000 silent sockets', sockets(1_000, port, () => {})],
    ['8 connections of costly mail to the intake', many(8, costlyMail(intakePort))],
    ['16 readers of links', many(16, () => got(bad, `/u/${'A'.repeat(60)}`))],
  ];
  for (const [what, neighbour] of rows) {
    const over = new AbortController();
    const memory = watchMemory(pid, 100);
    const calls = await callsWhile(good, '/v1/emails', send, async () => {
      const running = neighbour(over.signal);
      await sleep(LASTS_MS);
      over.abort();
      await running;
    });
    const peak = Math.max(...memory.stop().map(({ rssMiB }) => rssMiB));
    line(`sends next to ${what}`, `${calls}; peak ${Math.round(peak)} MiB`);
  }
}
