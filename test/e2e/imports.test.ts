// runs in: test:all
// timeout: 1800 s

import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliProcess, type Ran } from '../cli/cliProcess.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type SmtpSink, smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { eventually } from './eventually.ts';
import { LISTS } from './providerLists.ts';

const imports = suite('imports next to a running service');
const folder = temporaryFolder();
const EACH = 10_000;
const RECIPIENTS = 50;
let service: ServiceProcess;
let sink: SmtpSink;
let env: Readonly<Record<string, string>>;

imports.before(async () => {
  sink = await smtpSink();
  env = {
    POSTLEDGER_DATA: join(folder.path, 'data'),
    POSTLEDGER_LOG_LEVEL: 'error',
    POSTLEDGER_PACE_PER_SECOND: '100000',
    POSTLEDGER_PACE_PER_DAY: '100000000',
    SMTP_URL: sink.url,
  };
  service = await startServiceProcess({ env });
});
imports.after(async () => {
  await service?.stop();
  await sink?.close();
  folder.remove();
});

function answerOf({ exitCode, stdout, stderr }: Ran, expected: number) {
  assert.is(exitCode, expected, stderr.slice(-2_000));
  return JSON.parse(stdout) as Readonly<Record<string, number>>;
}

async function send(to: readonly string[][], key: string) {
  const messages = to.map((one) => ({ from: 'shop@sender.test', to: one, subject: 's', text: 't' }));
  const answer = await fetch(`${service.url}/v1/emails/batch`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(messages),
  });
  const text = await answer.text();
  assert.is(answer.status, 202, text);
}

const inPieces = <Item>(items: readonly Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

imports(`${EACH} suppressions of each provider, then mail to all of them: none is mailed`, async () => {
  const all: string[] = [];
  for (const [provider, list] of Object.entries(LISTS)) {
    const addresses = Array.from({ length: EACH }, (_, n) => `${provider}${n}@receiver.test`);
    const path = join(folder.path, `${provider}.txt`);
    writeFileSync(path, list(addresses));
    const ran = await cliProcess(env, 'import', 'suppressions', path, '--from', provider, '--json');
    assert.is(answerOf(ran, 0).added, EACH, provider);
    all.push(...addresses);
  }
  const to = inPieces(all, RECIPIENTS);
  for (const [n, batch] of inPieces(to, 100).entries()) await send(batch, `batch-${n}`);
  await send([['someone@receiver.test']], 'control');
  await eventually('the mail to someone else has come', async () => sink.received.length > 0, 60_000);
  assert.equal(
    sink.received.map(({ recipient }) => recipient),
    ['someone@receiver.test'],
  );
});

const LINES = 100_000;
const BAD_EVERY = 1_000;

/** With mark, semicolons, quotes, a line in Latin-1 and one bad line in each thousand. */
function large(): Buffer {
  const lines = Array.from({ length: LINES }, (_, n) => {
    if (n % BAD_EVERY === 7) return Buffer.from(`"open${n}@bad.test;bounce;\r\n`);
    const text = `"big${n}@receiver.test";"550 5.1.1; ""Straße"" ${n}";2026-01-01\r\n`;
    return Buffer.from(text, n % BAD_EVERY === 9 ? 'latin1' : 'utf8');
  });
  return Buffer.concat([Buffer.from('\uFEFFAddress;Reason;Since\r\n'), ...lines]);
}

/** Asks the import to end once it has appended some thousands of events; resolves with what it said. */
const brokenOff = (path: string) =>
  new Promise<string>((resolve) => {
    const bytes = () =>
      ['ledger.sqlite', 'ledger.sqlite-wal']
        .map((name) => statSync(join(folder.path, 'data', name), { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0);
    const before = bytes();
    const child = spawn(process.execPath, [...COMMAND_LINE, 'import', 'suppressions', path], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const looking = setInterval(() => bytes() - before > 6_000_000 && child.kill('SIGINT'), 100);
    child.once('close', () => {
      clearInterval(looking);
      resolve(stderr);
    });
  });

imports('100,000 lines, broken off and repeated, in bounded memory', async () => {
  const path = join(folder.path, 'large.csv');
  writeFileSync(path, large());
  const stderr = await brokenOff(path);
  assert.match(stderr, /interrupted; \d+ events were written to the log and stay/);
  const [, written = '0'] = /interrupted; (\d+) events/.exec(stderr) ?? [];
  // The heap holds a small part of the file and of what it became.
  const bounded = { ...env, NODE_OPTIONS: '--max-old-space-size=96' };
  const repeated = await cliProcess(bounded, 'import', 'suppressions', path, '--json');
  const answer = answerOf(repeated, 5);
  const bad = LINES / BAD_EVERY;
  assert.is(answer.read, LINES);
  assert.is(answer.faulty, bad);
  assert.is((answer.added ?? 0) + (answer.unchanged ?? 0), LINES - bad);
  assert.ok((answer.unchanged ?? 0) >= Number(written), 'what was appended before is known');
  assert.match(repeated.stderr, `line ${7 + 2}: its quotes do not end`);
  assert.is(repeated.stderr.split('its quotes do not end').length - 1, bad);
});

imports.run();
