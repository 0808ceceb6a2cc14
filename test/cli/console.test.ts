import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  logInToConsole,
  MAX_LINK_LIFE_MS,
  SESSION_LIFE_MS,
} from '../../src/commands/console/consoleLogin.ts';
import { ledgerIdOf } from '../../src/commands/workspace/openLedger.ts';
import { answerQuestions } from '../../src/main/serviceProof.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { notedService } from '../support/notedService.ts';
import { terminal } from './terminal.ts';

const test = suite('console commands');

test('a link begins with the address where the console of the running service really listens', async () => {
  for (const [about, url] of [
    [{}, 'http://127.0.0.1:4321'],
    [{ listeners: { console: 'http://[::1]:80' } }, 'http://[::1]:80'],
    [{ settings: { POSTLEDGER_CONSOLE_URL: 'https://console.test' } }, 'https://console.test'],
  ] as const) {
    const service = await notedService(about);
    // What the command's own environment says of the port is not where it listens.
    const cli = await terminal({ ...service.env, POSTLEDGER_CONSOLE_PORT: '0' });
    const { data } = await cli.json('console login --all');
    assert.ok(data.url.startsWith(`${url}/login/`), data.url);
    service.remove();
  }
});

test('issue 55, 1: no link is made where no console of this ledger listens', async () => {
  const none = await notedService({ listeners: { api: 'http://127.0.0.1:3025' } });
  const cli = await terminal(none.env);
  const events = cli.store.log.length;
  const without = await cli.run('console login --all');
  assert.is(without.exitCode, 4);
  assert.match(without.stderr, `the service on ${none.data} has no console`);
  await none.removeNote();
  // Another instance's console, or another program, has the port.
  const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const stranger = await terminal({ ...none.env, POSTLEDGER_CONSOLE_PORT: `${port}` });
  const refused = await stranger.run('console login --all');
  assert.equal([refused.exitCode, refused.stdout], [4, '']);
  assert.match(refused.stderr, `no console of this ledger answers at http://127.0.0.1:${port}`);
  for (const env of [{ POSTLEDGER_CONSOLE_PORT: 'off' }, { POSTLEDGER_CONSOLE_PORT: '0' }])
    assert.match(
      (await (await terminal({ ...none.env, ...env })).run('console login --all')).stderr,
      'no service with a console runs here',
    );
  // A console that proves to be of this ledger gets the link, as one of another machine does.
  const ledgerId = (await ledgerIdOf(stranger.store)) ?? '';
  answerQuestions(other, { ledgerId, tokens: stranger.context().tokens });
  assert.match((await stranger.run('console login --all')).stdout, `http://127.0.0.1:${port}/login/`);
  assert.is(cli.store.log.length, events, 'nothing was appended');
  other.close();
  none.remove();
});

test('the sessions of a name are ended, and a name that has none is refused with those that have', async () => {
  const { env, remove } = await notedService();
  const cli = await terminal(env);
  const none = await cli.run('console logout --of Ann');
  assert.is(none.exitCode, 3);
  assert.match(none.stderr, 'no link was made for "Ann"; none was made at all.');
  for (const name of ['Bob', 'Ann']) await cli.run(`console login --all --as ${name}`);
  const events = cli.store.log.length;
  for (const name of ['Carl', 'ann', ''])
    for (const json of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await cli.run(['console', 'logout', '--of', name, ...json]);
      assert.equal([exitCode, stdout], [3, ''], name);
      assert.match(stderr, '; there are links for Ann, Bob.');
    }
  assert.is(cli.store.log.length, events, 'nothing was appended');
  assert.is((await cli.run('console logout --of Ann')).stdout, 'The sessions and links of Ann are over.\n');
  assert.is(cli.store.log.at(-1)?.type, 'ConsoleSessionsEnded');
  await cli.clock.advance(MAX_LINK_LIFE_MS + SESSION_LIFE_MS + 1);
  assert.is((await cli.run('console logout --of Ann')).exitCode, 3, 'no session is that old');
  assert.is((await cli.run('console logout')).exitCode, 0);
  remove();
});

test('issue 50, 6: links are listed with what became of them, and one is revoked', async () => {
  const { env, remove } = await notedService();
  const cli = await terminal(env);
  assert.match((await cli.run('console logins')).stdout, 'No link was made');
  const link = async (line: string) => (await cli.json(line)).data.url.split('/login/')[1] ?? '';
  const ann = await link('console login --all --as Ann --role viewer');
  await link('console login --all --as Bob --ttl 1d');
  await logInToConsole(cli.ledger, ann, '192.0.2.7');
  const { data } = await cli.json('console logins');
  const shown = data.map((one: Record<string, unknown>) => [one.name, one.role, one.state, one.used_from]);
  assert.equal(shown, [
    ['Ann', 'viewer', 'logged in', '192.0.2.7'],
    ['Bob', 'operator', 'not used', null],
  ]);
  assert.not.match(JSON.stringify(data), ann);
  const unknown = await cli.run('console logins --revoke 00000000');
  assert.equal([unknown.exitCode, unknown.stdout], [3, '']);
  assert.is((await cli.run('console logins --revoke a')).exitCode, 3, 'too short to be meant');
  const { stdout } = await cli.run(`console logins --revoke ${data[0].id}`);
  assert.match(stdout, 'The link .* of Ann, and its session, are over.'.replace('.*', data[0].id));
  const after = await cli.json('console logins');
  assert.equal(
    after.data.map((one: { state: string }) => one.state),
    ['revoked', 'not used'],
  );
  await cli.clock.advance(11 * 60_000);
  assert.is((await cli.json('console logins')).data[1].state, 'not used', 'a day was asked for');
  for (const ttl of ['59s', '2d', 'soon', '0m', ''])
    assert.is((await cli.run(['console', 'login', '--ttl', ttl])).exitCode, 2, ttl);
  remove();
});

test('issue 50, 5: a link that cannot be made says why, whatever way the disk refuses it', async () => {
  const inWords = (message: string, errcode?: number) =>
    Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', ...(errcode && { errcode }) });
  for (const error of [
    inWords('database or disk is full', 13),
    inWords('disk I/O error', 10 + 256),
    inWords('attempt to write a readonly database', 8),
    inWords('unable to open database file'),
    new EventStoreUnavailable('database or disk is full'),
  ]) {
    const { env, remove } = await notedService();
    const cli = await terminal(env);
    cli.store.failNext(error, 10);
    const { exitCode, stdout, stderr } = await cli.run('console login --all');
    assert.equal([exitCode, stdout], [4, '']);
    assert.match(stderr, error.message);
    assert.not.match(stderr, /^ {4}at /m, 'no stack');
    remove();
  }
});

test.run();
