// runs in: test:all

import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { readSettings } from '../../src/config.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';
import { startCluster } from '../double/cluster.ts';
import { startDouble } from '../double/eventStoreServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('doctor over engines');
const folder = temporaryFolder();
test.after(() => folder.remove());
// Loads the drivers, whose time is not measured.
test.before(() => doctor(enginesAt(1)).then(() => {}));

interface Finding {
  readonly ok: boolean;
  readonly says: string;
  readonly mend?: string;
}

/** A timer that is late is not made up for. */
const TICK_MS = 20;

/** What doctor finds, and the milliseconds that it took, counted by ticks: fewer on a machine that is busy with something else. */
async function doctor(settings: Record<string, string>) {
  let stdout = '';
  const own = { POSTLEDGER_DATA: join(folder.path, 'data'), POSTLEDGER_MASTER_KEY: 'a1'.repeat(32) };
  const env = { ...own, POSTLEDGER_LOG_LEVEL: 'silent', ...settings };
  let ticks = 0;
  const ticking = setInterval(() => ticks++, TICK_MS);
  await runCli(['doctor', '--json'], {
    env,
    stdout: (text) => {
      stdout += text;
    },
    stderr: () => {},
    isWatched: false,
    open: openDependencies,
  });
  clearInterval(ticking);
  const tookMs = ticks * TICK_MS;
  const { checks, leftOut } = JSON.parse(stdout) as {
    checks: (Finding & { name: string })[];
    leftOut: string[];
  };
  const found = (name: string) => checks.find((check) => check.name === name);
  return { found, checks, leftOut, tookMs };
}

/** Takes connections and never answers. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const AWAY_MS = 3_000;

const enginesAt = (port: number) => ({
  EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
  MONGODB_URL: `mongodb://127.0.0.1:${port}/ledger`,
  REDIS_URL: `redis://127.0.0.1:${port}`,
  POSTLEDGER_MASTER_KEY: 'a1'.repeat(32),
});

async function assertAway(port: number, reasons: Readonly<Record<string, RegExp>>) {
  const { found, checks, leftOut, tookMs } = await doctor(enginesAt(port));
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  for (const [name, reason] of Object.entries(reasons)) assert.match(found(name)?.says ?? '', reason);
  assert.equal(leftOut, ['MongoDB, writing', 'Redis, leases', 'the ledger']);
  const wrong = checks.filter(({ ok }) => !ok);
  assert.equal(
    wrong.map(({ name }) => name),
    ['EventStoreDB', 'MongoDB', 'Redis'],
  );
  assert.is(new Set(wrong.map(({ says }) => says)).size, wrong.length, 'nothing is said twice');
}

test('all engines away: three faults, each with its reason, in three seconds', async () => {
  await assertAway(1, {
    EventStoreDB: /it does not answer: 127\.0\.0\.1:1: .*ECONNREFUSED/,
    MongoDB: /ECONNREFUSED/,
    Redis: /ECONNREFUSED/,
  });
});

test('Redis: an address with TLS to a server that waits for words without it', async () => {
  const { port, stop } = await silentServer();
  const { found } = await doctor({ ...enginesAt(1), REDIS_URL: `rediss://127.0.0.1:${port}` });
  assert.match(
    found('Redis')?.says ?? '',
    /ETIMEDOUT: where it speaks without TLS, the address needs redis:\/\//,
  );
  stop();
});

test('all engines frozen: the same', async () => {
  const { port, stop } = await silentServer();
  await assertAway(port, { EventStoreDB: /it does not answer/, MongoDB: /./, Redis: /no answer/ });
  stop();
});

test('a cluster: how many nodes answer, and which leads', async () => {
  const cluster = await startCluster();
  const whole = await doctor({ EVENTSTORE_URL: cluster.url });
  const leader = `127.0.0.1:${cluster.nodes[0]?.port}`;
  assert.match(
    whole.found('EventStoreDB')?.says ?? '',
    new RegExp(`; 3 of 3 nodes answer, node ${leader} leads; `),
  );
  assert.equal(whole.leftOut, []);
  await cluster.stopNode(2);
  const two = (await doctor({ EVENTSTORE_URL: cluster.url })).found('EventStoreDB');
  assert.match(two?.says ?? '', new RegExp(`; 2 of 3 nodes answer, node ${leader} leads; `));
  assert.ok(two?.ok);
  cluster.loseQuorum();
  const { found, leftOut, tookMs } = await doctor({ EVENTSTORE_URL: cluster.url });
  assert.is(found('EventStoreDB')?.says, '2 of 3 nodes answer, no node leads');
  assert.equal(leftOut, ['the ledger']);
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  await cluster.stopNode(0);
  await cluster.stopNode(1);
  const none = await doctor({ EVENTSTORE_URL: cluster.url });
  assert.match(
    none.found('EventStoreDB')?.says ?? '',
    /^0 of 3 nodes answer: 127\.0\.0\.1:\d+: .*ECONNREFUSED/,
  );
  assert.ok(none.tookMs < AWAY_MS, `${none.tookMs} ms`);
  await cluster.stop();
});

test('who may not read the log is told once, and Redis away leaves out only what is asked of it', async () => {
  const double = await startDouble();
  double.gate.denied.add('$all');
  const denied = await doctor({ EVENTSTORE_URL: double.url });
  assert.equal(denied.leftOut, ['the ledger']);
  assert.is(denied.checks.filter(({ ok }) => !ok).length, 1);
  double.gate.denied.clear();
  const { found, leftOut, tookMs } = await doctor({
    EVENTSTORE_URL: double.url,
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  assert.equal(leftOut, ['Redis, leases', 'Redis, of this ledger', 'mail, as senders say']);
  assert.ok(found('log, reading')?.ok);
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  await double.stop();
});

test('parts that are not those of the log are named: an empty parts.sqlite, and that of another ledger', async () => {
  const folders = ['one', 'two', 'empty'].map((name) => join(folder.path, name));
  const [one, two, empty] = folders.map((path) => ({ POSTLEDGER_DATA: path }));
  const servers = [await startDouble(), await startDouble()];
  const logs = servers.map(({ url }) => ({ EVENTSTORE_URL: url }));
  for (const [at, data] of [one, two].entries()) {
    const settings = readSettings({ ...logs[at], ...data, POSTLEDGER_MASTER_KEY: 'a1'.repeat(32) });
    const ports = await openLedgerPorts(settings, 'silent');
    await openLedger(ports, ports.secrets);
    const by = { actor: 'operator', correlation: ports.ids.uuid(), causation: null };
    await openWorkspace(ports, { ...by, person: 'Ann' }, 'default');
    await ports.close();
  }
  const faultsWith = async (data: Record<string, string> | undefined) =>
    (await doctor({ ...logs[0], ...data })).checks.map(({ says }) => says).join('\n');
  assert.not.match(await faultsWith(one), /the parts of events|in parts beside it/);
  assert.match(
    await faultsWith(two),
    /the parts of events are those of ledger [0-9a-f-]{36}, and the log is ledger/,
  );
  assert.match(
    await faultsWith(empty),
    /personal values lie in parts beside it, and there are none: restore them/,
  );
  for (const server of servers) await server.stop();
});

test('a log of its own server alone is right for one process with all roles, and wrong for one of several', async () => {
  const EVENTSTORE_URL = 'esdb://127.0.0.1:1?tls=false';
  const alone = (await doctor({ EVENTSTORE_URL })).found('settings');
  assert.ok(alone?.ok);
  assert.match(alone?.says ?? '', /one single process with all roles/);
  const several = (await doctor({ EVENTSTORE_URL, POSTLEDGER_ROLES: 'api' })).found('settings');
  assert.not(several?.ok);
  assert.match(several?.mend ?? '', /Set MONGODB_URL/);
});

test.run();
