// runs in: test:all
// timeout: 600 s
import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../e2e/eventually.ts';
import { missingLinux } from '../support/missingTool.ts';
import {
  backgroundOf,
  commandOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/serviceProcess.ts';
import { fileSkipped, skipped } from '../support/skipped.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';

interface Context {
  folder: TemporaryFolder;
  service: ServiceProcess;
  key: string;
}

const missing = missingLinux();
if (missing !== null) fileSkipped(missing);
const test = suite<Context>('a service of two processes');
test.before.each(async (context) => {
  context.folder = temporaryFolder();
  context.service = await start(context.folder.path);
  context.key = context.service.firstKey ?? '';
});
test.after.each(async ({ service, folder }) => {
  await service.stop();
  folder.remove();
});

const start = (data: string) => startServiceProcess({ env: { POSTLEDGER_DATA: data } });

/** The 19th field of the process's state is the nice value of its main thread. */
function niceOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[16]);
}

const isGone = (pid: number) => commandOf(pid) === '';

const send = async ({ service, key }: Context, idempotencyKey: string, to = 'transactional@example.com') => {
  const answer = await fetch(`${service.url}/v1/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ from: 'a@b.test', to, subject: 'Hello', text: 'Hello' }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const totals = async ({ service, key }: Context) => {
  const answer = await fetch(`${service.url}/v1/analytics`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { totals: Record<string, number> }).totals;
};

const ready = async ({ service }: Context) => {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { checks: Record<string, boolean> } };
};

/** Below the priority of these tests, as far as there is one. */
const LOWERED = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 5);

test('requests and background go on side by side, the background below in priority', async (context) => {
  const background = await backgroundOf(context.service);
  assert.is((await send(context, 'one')).status, 202);
  await eventually('it is delivered', async () => (await totals(context)).delivered === 1);
  const metrics = await (await fetch(`${context.service.url}/metrics`)).text();
  assert.match(
    metrics,
    /postledger_consumer_events_total\{consumer="read-models",process="background"\} [1-9]/,
  );
  assert.match(metrics, /postledger_http_requests_total\{[^}]*route="\/v1\/emails"/);
  assert.match(metrics, /process_cpu_seconds_total \d/);
  assert.match(metrics, /process_cpu_seconds_total\{process="background"\} \d/);
  await eventually('it is lowered', () => niceOf(background) === LOWERED);
});

test('a background is lowered once it is ready, not before', async (context) => {
  if (LOWERED === getPriority())
    return skipped('at the lowest priority there is none to lower it to: run the tests at a higher one');
  process.kill(await backgroundOf(context.service), 'SIGKILL');
  await eventually('it is told', async () => !(await ready(context)).body.checks.background);
  const next = await backgroundOf(context.service);
  assert.is(niceOf(next), getPriority());
  while (niceOf(next) !== LOWERED) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.is((await ready(context)).status, 200);
});

test('a background that is paused counts as missing after ten seconds, and is replaced after a minute', async (context) => {
  const before = await backgroundOf(context.service);
  process.kill(before, 'SIGSTOP');
  await eventually('it is missed', async () => !(await ready(context)).body.checks.background, 30_000);
  assert.match(context.service.output(), /the background process is not heard of/);
  const metrics = async () => (await fetch(`${context.service.url}/metrics`)).text();
  assert.match(await metrics(), /postledger_background_silent_seconds 1\d/);
  process.kill(before, 'SIGCONT');
  await eventually('it counts again', async () => (await ready(context)).status === 200);
  process.kill(before, 'SIGSTOP');
  await eventually('it is killed', () => isGone(before), 90_000);
  await eventually('another one is ready', async () => (await ready(context)).status === 200, 30_000);
  assert.is.not(await backgroundOf(context.service), before);
});

test('a suppression that the background has met a moment ago holds in the next request', async (context) => {
  assert.is((await send(context, 'one', 'complaint@example.com')).status, 202);
  await eventually('the complaint is known', async () => (await totals(context)).complained === 1);
  const { body } = await send(context, 'two', 'complaint@example.com');
  assert.equal(body.suppressed_recipients, ['complaint@example.com']);
});

test('a background that dies is reported and started again; sends are still accepted', async (context) => {
  const before = await backgroundOf(context.service);
  process.kill(before, 'SIGKILL');
  await eventually('it is told', async () => !(await ready(context)).body.checks.background);
  assert.is((await ready(context)).status, 503);
  assert.match(context.service.output(), /the background process died/);
  assert.is((await send(context, 'meanwhile')).status, 202);
  await eventually('it is ready again', async () => (await ready(context)).status === 200);
  assert.is.not(await backgroundOf(context.service), before);
  await eventually('what came meanwhile is delivered', async () => (await totals(context)).delivered === 1);
});

test('a parent that dies takes the background with it', async (context) => {
  const background = await backgroundOf(context.service);
  await context.service.kill();
  await eventually('it is gone', () => isGone(background));
  context.service = await start(context.folder.path);
  assert.is((await send(context, 'after')).status, 202);
  await eventually(
    'the next one has its leases',
    async () => (await totals(context)).delivered === 1,
    30_000,
  );
});

test('a stop ends both, and a terminal’s signal to both does no harm', async (context) => {
  const background = await backgroundOf(context.service);
  process.kill(background, 'SIGINT');
  process.kill(background, 'SIGHUP');
  assert.is((await send(context, 'one')).status, 202);
  assert.is(await context.service.stop('SIGHUP'), 0);
  assert.ok(isGone(background));
  assert.not.match(context.service.output(), /died|too long/);
});

test.run();
