import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../test/servers/servers.ts';
import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { foldAll, type PinnedServer, pinMyself, ROOM, startPinned, startService } from './pinned.ts';
import { processorMs } from './processMemory.ts';
import { line, median, rate, ratio } from './report.ts';
import { generateSends, SEND } from './sends.ts';

const ROUNDS = 3;
const DURATION_MS = 6_000;
const WARM_UP_MS = 2_000;
const CONNECTIONS = 64;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

/**
 * Mails accepted by SMTP a second, next to the library with an empty handler and to calls of the same content; the server
 * on one core with the api role alone, the load on the other. Processor time a mail is what other work on the machine
 * disturbs least.
 */
export async function run(): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const port = await freePort();
    const env = { ...serviceEnv(data), POSTLEDGER_SUBMISSION_PORT: `${port}` };
    const { key, stop } = await startService(SERVER_CORE, env);
    await stop();
    if (key === null) throw new Error('the first start printed no key');
    const service = async () => {
      await foldAll(SERVER_CORE, env);
      return startService(SERVER_CORE, { ...env, POSTLEDGER_ROLES: 'api' });
    };
    const empty = () => startPinned(SERVER_CORE, [ROOM, '--import', 'tsx', 'bench/emptySubmission.ts'], env);
    const calls = async ({ url }: PinnedServer): Promise<number> => {
      const load = { body: JSON.stringify(SEND), connections: CONNECTIONS, durationMs: DURATION_MS };
      return (await generateSends({ url, key }, { ...load, warmUpMs: WARM_UP_MS })).perSecond;
    };
    const mails = { empty: [] as Measured[], service: [] as Measured[] };
    const called: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, start] of Object.entries({ empty, service }) as [
        'empty' | 'service',
        typeof empty,
      ][]) {
        const server = await start();
        mails[name].push(await submitted(port, key, server.pid));
        if (name === 'service') called.push(await calls(server));
        await server.stop();
      }
    const of = (name: 'empty' | 'service', what: keyof Measured) =>
      median(mails[name].map((one) => one[what]));
    const text = (name: 'empty' | 'service') =>
      `${rate(of(name, 'perSecond'))}, ${of(name, 'cpuMs').toFixed(3)} ms of processor time a mail`;
    line('smtp-server with an empty handler', text('empty'));
    line('accepted by SMTP and on disk, api role alone', text('service'));
    line('SMTP over the empty handler', ratio(of('service', 'perSecond') / of('empty', 'perSecond')));
    line('processor time: empty handler over SMTP', ratio(of('empty', 'cpuMs') / of('service', 'cpuMs')));
    line('accepted by calls', rate(median(called)));
    line('SMTP over calls', ratio(of('service', 'perSecond') / median(called)));
  });
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** Mails over many connections that stay open, one at a time on each. */
async function submitted(port: number, key: string, pid: number): Promise<Measured> {
  const run = `${process.pid}-${Date.now().toString(36)}`;
  const until = performance.now() + WARM_UP_MS + DURATION_MS;
  const { text, from, to, subject } = SEND;
  let sent = 0;
  const mail = () =>
    `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${run}-${sent++}@bench.test>\r\n` +
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n.\r\n`;
  let accepted = 0;
  const one = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const dialogue = async (...said: readonly string[]) => {
      for (const words of said) {
        if (words !== '') socket.write(words);
        let answer = '';
        while (!/^\d{3}(?: .*)?\r\n$/m.test(answer)) answer += (await once(socket, 'data'))[0];
        if (/^[45]/m.test(answer)) throw new Error(`refused: ${answer}`);
      }
    };
    const login = Buffer.from(`\0x\0${key}`).toString('base64');
    await dialogue('', 'EHLO bench\r\n', `AUTH PLAIN ${login}\r\n`);
    while (performance.now() < until) {
      await dialogue('MAIL FROM:<a@sender.test>\r\n', `RCPT TO:<${to}>\r\n`, 'DATA\r\n', mail());
      accepted++;
    }
    socket.destroy();
  };
  const running = Array.from({ length: CONNECTIONS }, one);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = { accepted, cpuMs: processorMs(pid), atMs: performance.now() };
  await Promise.all(running);
  const mails = accepted - before.accepted;
  return {
    perSecond: mails / ((performance.now() - before.atMs) / 1_000),
    cpuMs: (processorMs(pid) - before.cpuMs) / mails,
  };
}
