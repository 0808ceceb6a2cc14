import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { cliProcess } from '../cli/cliProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { A, AAAA, dnsServer, v4 } from '../support/dnsServer.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';

// Runs within the namespace that guardNamespace.test.ts makes, and prints what it saw as one line of JSON.

export interface GuardReport {
  /** Urls that had to be refused at creation, and those that were. */
  readonly shouldRefuse: readonly string[];
  readonly refused: readonly string[];
  /** What the first attempt came to, by the endpoint's name. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** What samples to a name that changes all the time came to. */
  readonly flickering: readonly string[];
  /** Connections by the address that was reached. */
  readonly reached: Readonly<Record<string, number>>;
  readonly hasV6: boolean;
}

const PUBLIC = '93.184.215.14';
const PUBLIC_V6 = '2606:2800:220:1::14';
const INNER = '10.0.0.1';
const METADATA = '169.254.169.254';
const V6_BYTES = Buffer.from('26062800022000010000000000000014', 'hex');
const folder = process.argv[2] ?? '';
const hasV6 = process.argv[3] === 'six';

/** What each name means: before its endpoint is created, and from then on. */
const NAMES: Readonly<Record<string, readonly [before: string[], after: string[]]>> = {
  'hooks.test': [[PUBLIC], [PUBLIC]],
  'turned.test': [[PUBLIC], [INNER]],
  'joined.test': [[PUBLIC], [PUBLIC, INNER]],
  'metadata.test': [[PUBLIC], [METADATA]],
  'inner.test': [[INNER], [INNER]],
};
const created = new Set<string>();
let looks = 0;

const dns = await dnsServer(
  (name, type) => {
    if (name === 'six.test') return type === AAAA ? [V6_BYTES] : [];
    if (type !== A) return [];
    if (name === 'flickering.test') return [v4(++looks % 2 === 1 ? PUBLIC : INNER)];
    const [, count] = /^mixed-(\d+)\.test$/.exec(name) ?? [];
    if (count !== undefined) return [...Array(Number(count)).fill(v4(PUBLIC)), v4(INNER)];
    const [before, after] = NAMES[name] ?? [[], []];
    return (created.has(name) ? after : before).map(v4);
  },
  '93.184.215.53',
  53,
);

const names = [...Object.keys(NAMES), 'six.test', 'flickering.test'];
const certificate = selfSigned([...names, PUBLIC, PUBLIC_V6, INNER, METADATA, '127.0.0.1']);
writeFileSync(join(folder, 'ca.pem'), certificate.cert);
const reached: Record<string, number> = {};
const receivers = await Promise.all(
  [PUBLIC, ...(hasV6 ? [PUBLIC_V6] : []), INNER, METADATA, '127.0.0.1'].map(async (address) => {
    const server = createServer(certificate, (request, response) => {
      request.resume();
      request.once('end', () => response.writeHead(204, { connection: 'close' }).end());
    });
    server.on('connection', () => {
      reached[address] = (reached[address] ?? 0) + 1;
    });
    await new Promise<void>((resolve) => server.listen(443, address, resolve));
    return server;
  }),
);

const env = {
  POSTLEDGER_DATA: join(folder, 'data'),
  POSTLEDGER_LOG_LEVEL: 'silent',
  NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
};
const service = await startServiceProcess({ env });
const call = async (method: string, path: string, body: object | null, headers: object = {}) => {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, id: text === '' ? '' : String((JSON.parse(text) as { id?: string }).id) };
};
const create = (url: string) => call('POST', '/v1/webhooks', { name: 'x', url, events: ['email.delivered'] });
const cli = async (...args: string[]) => JSON.parse((await cliProcess(env, ...args, '--json')).stdout);

/** Creates an endpoint, lets its name become what it becomes, sends a message, and waits for the first attempt. */
async function firstAttempt(name: string): Promise<string> {
  const { status, id } = await create(`https://${name}/`);
  if (status !== 201) return `creation answered ${status}`;
  created.add(name);
  const message = { from: 'a@acme.test', to: 'x@example.com', subject: 's', text: 't' };
  await call('POST', '/v1/emails', message, { 'idempotency-key': name });
  for (let look = 0; look < 60; look++) {
    const [found] = await cli('webhooks', 'deliveries', '--endpoint', id);
    if (found?.attempts > 0) {
      await call('DELETE', `/v1/webhooks/${id}`, null);
      return found.status === 'delivered' ? 'delivered' : found.last_reason;
    }
  }
  return 'nothing was attempted';
}

const shouldRefuse = [
  ...['inner.test', 'mixed-1.test', 'mixed-31.test', 'mixed-32.test', 'mixed-33.test', 'mixed-1000.test'],
  ...['gone.test', 'localhost', '127.0.0.1', INNER, METADATA, '2130706433', '[::1]', `[::ffff:${INNER}]`],
].map((host) => `https://${host}/`);
const refused: string[] = [];
for (const url of shouldRefuse) if ((await create(url)).status === 422) refused.push(url);

const outcomes: Record<string, string> = {};
for (const name of [
  'hooks.test',
  ...(hasV6 ? ['six.test'] : []),
  'turned.test',
  'joined.test',
  'metadata.test',
])
  outcomes[name] = await firstAttempt(name);

const { id: flickering } = await create('https://flickering.test/');
const flickered: string[] = [];
for (let n = 0; n < 6; n++) flickered.push((await cli('webhooks', 'test', flickering)).outcome);

await service.stop();
for (const receiver of receivers) receiver.close();
dns.close();
const report: GuardReport = { shouldRefuse, refused, outcomes, flickering: flickered, reached, hasV6 };
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
