import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { machineChecks } from '../../src/cli/doctor/machineChecks.ts';
import { nameChecks } from '../../src/cli/doctor/nameChecks.ts';
import { reachChecks } from '../../src/cli/doctor/reachChecks.ts';
import { noteBackup } from '../../src/cli/lastBackup.ts';
import { ledgerIdOf } from '../../src/commands/workspace/openLedger.ts';
import { readSettings } from '../../src/config.ts';
import { answerQuestions } from '../../src/main/serviceProof.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { memoryZone } from '../support/memoryZone.ts';
import { notedService } from '../support/notedService.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { terminal } from './terminal.ts';

const test = suite('issue 55, 2: doctor and the world around');

/** A listener that may prove to be of a ledger. */
async function listener(status = 200) {
  const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('each address is asked whether it is of this ledger', async () => {
  const console = await listener(401);
  const own = await listener(404);
  const others = await listener();
  const stranger = await listener();
  const { env, remove, removeNote } = await notedService({ listeners: { console: console.url } });
  const addresses = {
    POSTLEDGER_BASE_URL: `${own.url}/`,
    POSTLEDGER_TRACKING_URL: others.url,
    POSTLEDGER_CONSOLE_URL: stranger.url,
  };
  const cli = await terminal({ ...env, ...addresses });
  const dependencies = cli.context();
  const ledgerId = (await ledgerIdOf(cli.store)) ?? '';
  answerQuestions(own.server, { ledgerId, tokens: dependencies.tokens });
  answerQuestions(others.server, { ledgerId: 'another', tokens: dependencies.tokens });
  answerQuestions(stranger.server, { ledgerId, tokens: signedTokens(Buffer.alloc(32, 9)) });
  const service = { listeners: { console: console.url } } as never;
  const found = async (running: never | null) => {
    const results = [];
    for (const { name, run } of reachChecks({ ...dependencies, service: running }))
      results.push({ name, ...(await run()) });
    return new Map(results.map(({ name, ok, says }) => [name, [ok, says]]));
  };
  const first = await found(service);
  assert.equal(first.get('console'), [false, `another service or program answers at ${console.url}`]);
  assert.equal(first.get('POSTLEDGER_BASE_URL'), [true, `leads to this service: ${own.url}`]);
  assert.equal(first.get('POSTLEDGER_TRACKING_URL'), [
    false,
    `a service of another ledger answers at ${others.url}`,
  ]);
  assert.equal(first.get('POSTLEDGER_CONSOLE_URL'), [
    false,
    `another service or program answers at ${stranger.url}`,
  ]);
  answerQuestions(console.server, { ledgerId, tokens: dependencies.tokens });
  own.server.closeAllConnections();
  own.server.close();
  const second = await found(service);
  assert.equal(second.get('console'), [true, `this ledger's, at ${console.url}`]);
  assert.equal(second.get('POSTLEDGER_BASE_URL'), [false, `nothing answers at ${own.url}`]);
  assert.is((await found(null)).get('POSTLEDGER_BASE_URL')?.[0], true, 'not asked while no service runs');
  await removeNote();
  for (const { server } of [console, others, stranger]) {
    server.closeAllConnections();
    server.close();
  }
  remove();
});

test('keys that customers use for long and that end soon are named', async () => {
  const cli = await terminal();
  await cli.run('workspaces create default');
  await cli.run('keys create --scopes all --name shop --expires 40d');
  await cli.run('keys create --scopes all --name short --expires 1d');
  await cli.run('keys create --scopes all --name later --expires 90d');
  const check = reachChecks({ ...cli.context(), service: null }).find(({ name }) => name === 'API keys');
  assert.is((await check?.run())?.ok, true);
  await cli.clock.advance(30 * 86_400_000);
  const result = await check?.run();
  assert.is(result?.ok, false);
  assert.match(result?.says ?? '', /^these end soon: shop of default on [\d-]+$/);
});

test('the bounce domain and the EHLO name are looked up, forward and back', async () => {
  const dns = memoryZone();
  const found = async (env: Record<string, string>) => {
    const results = [];
    for (const { run } of nameChecks({ settings: readSettings(env), dns })) results.push(await run());
    return results.map(({ ok, says }) => [ok, says]);
  };
  const direct = {
    POSTLEDGER_MAIL: 'mx',
    POSTLEDGER_EHLO_NAME: 'mail.example.net',
    POSTLEDGER_BOUNCE_DOMAIN: 'b.example.net',
  };
  assert.equal(await found({}), [], 'nothing is named');
  assert.equal(await found(direct), [
    [false, 'b.example.net has no MX record: bounces do not come back'],
    [false, 'mail.example.net has no address'],
  ]);
  dns.exchangers.set('b.example.net', ['mail.example.net', 'gone.example.net']);
  dns.hosts.set('mail.example.net', ['192.0.2.7', '2001:db8::7']);
  dns.hosts.set('192.0.2.7', ['other.example.net', 'MAIL.example.net.']);
  const back = 'mail.example.net is 192.0.2.7, 2001:db8::7, but 2001:db8::7 does not lead back to it';
  assert.equal(await found(direct), [
    [
      false,
      'mail to b.example.net goes to mail.example.net, gone.example.net, and gone.example.net has no address',
    ],
    [false, back],
  ]);
  const relay = { POSTLEDGER_EHLO_NAME: 'mail.example.net', SMTP_URL: 'smtp://192.0.2.1' };
  assert.equal(await found(relay), [[true, `${back}; a relay does not mind`]]);
  dns.exchangers.set('b.example.net', ['mail.example.net']);
  dns.hosts.set('2001:db8::7', ['mail.example.net']);
  assert.equal(
    (await found(direct)).map(([ok]) => ok),
    [true, true],
  );
});

test('a backup that is old, and a restored folder without its master key, are wrong', async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const env = { POSTLEDGER_DATA: data };
  const found = async (name: string) => {
    const result = await machineChecks(readSettings(env))
      .find((check) => check.name === name)
      ?.run();
    return [result?.ok, result?.says];
  };
  assert.is((await found('master key'))[1], 'none yet; the first start makes one');
  await begunLedger(env);
  assert.is((await found('master key'))[0], true);
  rmSync(join(data, 'master.key'));
  assert.equal(await found('master key'), [
    false,
    `${data} has a ledger and not its master key, as after a restore`,
  ]);
  writeFileSync(join(data, 'master.key'), '', { mode: 0o600 });
  assert.equal(await found('backup'), [true, 'none was made by `postledger backup` yet']);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await noteBackup(data, { at: hoursAgo(71), to: '/backups/a' });
  assert.is((await found('backup'))[0], true);
  await noteBackup(data, { at: hoursAgo(73), to: '/backups/a' });
  const [ok, says] = await found('backup');
  assert.is(ok, false);
  assert.match(String(says), /^the last one was made on .* into \/backups\/a, 3 days ago$/);
  folder.remove();
});

test.run();
