import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, healthyCalls, inWords, posted, type Workspaces } from './neighbourCalls.ts';
import { withData } from './neighbourData.ts';
import { watchMemory } from './processMemory.ts';
import { line, quantile, ratio } from './report.ts';

const LASTS_MS = 5_000;
const ALONE_MS = 2_000;
/** Bounces come in this often while a neighbour is at work. */
const BOUNCE_EVERY_MS = 1_000;
/** What strangers call from: they are none of the relays, which have any number of connections. */
const STRANGER = '127.0.0.2';
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

const connected = (port: number) =>
  connect({ host: '127.0.0.1', port, localAddress: STRANGER }).on('error', () => {});

/** Sockets that are held open, and do what `begin` does. */
const sockets =
  (count: number, port: number, begin: (socket: Socket) => void = () => {}): Neighbour =>
  async (over) => {
    const open = Array.from({ length: count }, () => {
      const socket = connected(port);
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
    const socket = connected(port);
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('close', () => resolve()).resume();
    socket.write(COSTLY_MAIL);
  });

/**
 * The healthy customer's sends next to each of ten kinds of neighbours, and just before it, alone; the longest that a bounce
 * of its mail took until it was recorded; and the peak memory of the request process.
 */
export async function kinds(workspaces: Workspaces): Promise<void> {
  const { good, bad, pid } = workspaces;
  const sending = (something: () => Promise<unknown>) => healthyCalls(good, '/v1/emails', send, something);
  await makeWide(bad);
  await withData(workspaces, async ({ contactIds, bringBounce }) => {
    await sending(() => sleep(LASTS_MS));
    for (const [what, neighbour] of neighbours(workspaces, contactIds)) {
      const alone = await sending(() => sleep(ALONE_MS));
      const over = new AbortController();
      const memory = watchMemory(pid, 100);
      let longestMs = 0;
      const bounces = async () => {
        while (!over.signal.aborted) {
          longestMs = Math.max(longestMs, await bringBounce());
          await sleep(BOUNCE_EVERY_MS);
        }
      };
      const calls = await sending(async () => {
        const running = [neighbour(over.signal), bounces()];
        await sleep(LASTS_MS);
        over.abort();
        await Promise.all(running);
      });
      const seen = memory.stop();
      const peak = (of: 'rssMiB' | 'ownMiB') => Math.round(Math.max(...seen.map((one) => one[of])));
      line(
        `sends next to ${what}`,
        [
          `${ratio((quantile(calls.times, 0.5) ?? 0) / (quantile(alone.times, 0.5) ?? 0))} of alone: ${inWords(calls)}`,
          `a bounce at most ${(longestMs / 1_000).toFixed(1)} s`,
          `peak ${peak('ownMiB')} MiB of its own, ${peak('rssMiB')} with mapped files`,
        ].join('; '),
      );
    }
  });
}

const wideContact = (n: number) => json({ email: `c${n % 300}@b.test`, custom_fields: { a: FIELDS } });

/** The customer's oldest contacts, so that they are the first of its list. */
async function makeWide(bad: Caller): Promise<void> {
  for (let n = 0; n < 300; n++) await posted(bad, '/v1/contacts', wideContact(n));
  for (let n = 0; n < 30; n++)
    await posted(
      bad,
      '/v1/templates',
      json({ friendly_name: `t${n}`, name: 'T', subject: 's', text: FIELDS }),
    );
}

function neighbours(
  { bad, intakePort }: Workspaces,
  contactIds: readonly string[],
): readonly (readonly [string, Neighbour])[] {
  const port = Number(bad.url.port);
  const batch = json(Array(100).fill(send));
  const audience = json({ name: 'a', contact_ids: contactIds });
  const unread = (socket: Socket) => {
    socket.pause();
    socket.write(
      `GET /v1/contacts?limit=300 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${bad.key}\r\n\r\n`,
    );
  };
  let contact = 0;
  return [
    ['nothing', () => sleep(LASTS_MS)],
    ['16 senders', many(16, () => posted(bad, '/v1/emails', json(send)))],
    ['4 callers of batches of 100', many(4, () => posted(bad, '/v1/emails/batch', batch))],
    ['4 readers of 30 templates of 60 KB', many(4, () => got(bad, '/v1/templates'))],
    ['4 readers of 300 contacts of 60 KB', many(4, () => got(bad, '/v1/contacts?limit=300'))],
    ['16 answers that no one reads', sockets(16, port, unread)],
    ['4 writers of contacts of 60 KB', many(4, () => posted(bad, '/v1/contacts', wideContact(contact++)))],
    [`an audience of ${contactIds.length} contacts`, many(1, () => posted(bad, '/v1/audiences', audience))],
    ['1,000 silent sockets', sockets(1_000, port)],
    ['200 silent sockets to the intake', sockets(200, intakePort)],
    ['8 connections of costly mail to the intake', many(8, costlyMail(intakePort))],
    ['16 readers of links', many(16, () => got(bad, `/u/${'A'.repeat(60)}`))],
  ];
}
