// runs in: test:all
// timeout: 600 s

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EmbeddedEventStore, embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { type Ran, run } from '../clients/run.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { type HttpsReceiver, httpsReceiver } from '../support/httpsReceiver.ts';
import { missingTool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { pythonEnvironment } from '../support/pythonEnvironment.ts';
import { quietLog } from '../support/quietLog.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { commandsIn } from './commands.ts';

/** The questions of docs/operations.md, asked as they stand while a service runs. */

const PACKAGES = ['pandas==3.1.1', 'duckdb==2.0.0'];
const [TYPES, OPERATORS, FIGURES, RATES, WAITS] = [0, 1, 2, 3, 4] as const;
const SCENARIOS = ['transactional', 'bounce', 'transient', 'ooto', 'click', 'complaint', 'unsubscribe'];

const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
const blocks = commandsIn(page.slice(page.indexOf('## Questions by SQL')).split('\n## Toward', 1)[0] ?? '');
const folder = temporaryFolder();
const data = join(folder.path, 'data');
const missing = missingTool('bash', 'sqlite3');
const settings = {
  POSTLEDGER_DATA: data,
  POSTLEDGER_LOG_LEVEL: 'error',
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem'),
};
let receiver: HttpsReceiver;
let service: ServiceProcess;
let log: EmbeddedEventStore;
const messages: string[] = [];

const test = suite('docs/operations.md: questions by SQL');

test.before(async () => {
  if (missing !== null) return;
  receiver = await httpsReceiver();
  writeFileSync(settings.NODE_EXTRA_CA_CERTS, receiver.ca);
  service = await startServiceProcess({ env: settings });
  log = await embeddedEventStore(data, { log: quietLog });
  const api = client([service.url], service.firstKey ?? '');
  await api.call('POST', '/v1/webhooks', 201, { name: 'all', url: receiver.url, events: ['*'] });
  await operator('credits', 'grant', '100');
  await operator('suppressions', 'add', 'gone@example.com');
  await operator('sms-templates', 'approve', '--name', 'code', '--body', 'Code {{ code }}');
  const mail = { from: 'me@sender.test', subject: 'S', html: '<a href="https://a.test/">A</a>' };
  for (const name of SCENARIOS)
    messages.push((await api.send({ ...mail, to: `${name}@example.com` }, name)).id);
  const several = [...SCENARIOS, 'gone'].map((name) => `${name}+2@example.com`);
  messages.push((await api.send({ ...mail, to: several }, 'several')).id);
  const sms = { from: '+15550100', to: '+15550123', template: 'code', variables: { code: '4711' } };
  const sent = await api.call<{ id: string }>(
    'POST',
    '/v1/sms',
    202,
    { ...sms, consent_basis: 'transactional' },
    { 'idempotency-key': 'sms' },
  );
  messages.push(sent.id);
  await eventually('everything was sent', async () => {
    const { Submitted, SmsSent } = countOf(await events());
    return Submitted === SCENARIOS.length * 2 + 1 && SmsSent === 1;
  });
  await eventually('everything was posted, after which the log rests', async () => {
    const reached = fannedOut();
    const all = await events();
    const { WebhookDelivered, WebhookDeliveryScheduled } = countOf(all);
    const told = all.filter(({ stream }) => !stream.startsWith('webhookdelivery-')).at(-1)?.position ?? '';
    return reached >= told && WebhookDelivered === WebhookDeliveryScheduled;
  });
});

test.after(async () => {
  await log?.close();
  await service?.stop();
  await receiver?.close();
  folder.remove();
});

async function operator(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await cliProcess(settings, ...args);
  assert.is(exitCode, 0, stderr);
  return stdout;
}

/** How far the fan-out has come: what it has yet to schedule is in no count. */
function fannedOut(): string {
  const options = { synchronous: 'NORMAL', busyTimeoutMs: 1_000, autocheckpointPages: 0 } as const;
  const db = openSqlite(join(data, 'read-models.sqlite'), { ...options, readOnly: true });
  const row = db
    .prepare("SELECT min(position) AS reached FROM checkpoints WHERE key LIKE 'policy:webhook_fan_out%'")
    .get();
  db.close();
  return String(row?.reached ?? '');
}

async function events(): Promise<readonly RecordedEvent[]> {
  return (await log.readAll({ after: BEGINNING, limit: 10_000 })).events;
}

function countOf(all: readonly RecordedEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of all) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Runs a block as it stands; with `prelude` in front of it. */
async function ask(at: number, env: Record<string, string> = {}, prelude = ''): Promise<Ran> {
  const script = `set -euo pipefail\n${prelude}${blocks[at]?.script ?? 'false'}`;
  const ran = await run('bash', ['-c', script], { cwd: folder.path, env });
  assert.is(ran.code, 0, `question ${at}: ${ran.output}`);
  assert.ok(ran.stdout.length > 0, `question ${at} has an answer`);
  return ran;
}

/** The rows of an answer: the same command, told in JSON in place of a box. */
async function rows<Row>(at: number, env: Record<string, string> = {}): Promise<readonly Row[]> {
  await ask(at, env);
  const { stdout } = await ask(at, env, `sqlite3() { command sqlite3 "\${@/#-box/-json}"; }\n`);
  return JSON.parse(stdout) as Row[];
}

test('the types are counted as the log has them', async () => {
  if (missing !== null) return skipped(missing);
  const told = await rows<{ type: string; 'count(*)': number }>(TYPES);
  const counts = Object.fromEntries(told.map((row) => [row.type, row['count(*)']]));
  assert.equal(counts, countOf(await events()));
});

test('what operators did is all of it', async () => {
  if (missing !== null) return skipped(missing);
  const told = await rows<{ type: string; stream: string; people: string | null }>(OPERATORS);
  const done = (await events()).filter(({ metadata }) => metadata.actor === 'operator');
  assert.equal(
    told.map(({ type, stream }) => ({ type, stream })),
    done.map(({ type, stream }) => ({ type, stream })),
  );
  const suppressed = told.find(({ type }) => type === 'SuppressionAdded');
  assert.match(suppressed?.people ?? '', 'gone@example.com');
});

test('the daily figures are those of the recount', async () => {
  if (missing !== null) return skipped(missing);
  const count = countOf(await events());
  const sum = (days: readonly Record<string, number>[], field: string) =>
    days.reduce((total, day) => total + (day[field] ?? 0), 0);
  const figures = ['accepted', 'delivered', 'bounced'] as const;
  await eventually('the read model has folded the last event', async () => {
    const days = await rows<Record<string, number>>(FIGURES);
    return figures.every((figure) => sum(days, figure) === sum(days, `${figure}_recount`));
  });
  const days = await rows<Record<string, number>>(FIGURES);
  assert.is(sum(days, 'delivered_recount'), count.Delivered);
  assert.is(sum(days, 'bounced_recount'), count.Bounced);
  assert.is(sum(days, 'accepted_recount'), count.Submitted);
});

test('pandas and DuckDB answer from both databases', async () => {
  const python = join(folder.path, 'python');
  const without = missing ?? (await pythonEnvironment(python, PACKAGES));
  if (without !== null) return skipped(without);
  const env = { PATH: `${join(python, 'bin')}:${process.env.PATH}` };
  assert.match((await ask(RATES, env)).stdout, /accepted +submitted +bounced % +complained %\n/);
  assert.match((await ask(WAITS, env)).stdout, /day.*messages.*p50_ms.*p95_ms.*max_ms/);
});

test('there are no other questions', () => {
  assert.is(blocks.length, WAITS + 1);
});

test.run();
