// runs in: test:all
// timeout: 900 s

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliProcess } from '../cli/cliProcess.ts';
import { type Client, client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';

const KEY = 'a'.repeat(64);

/** A message as `audit missing --json` gives it. */
interface Missing {
  readonly id: string;
  readonly at: string;
  readonly receipt: Readonly<Record<string, unknown>> | null;
  readonly recipients: readonly {
    readonly address: string;
    readonly status: string;
    readonly handedOver: string;
    readonly doNotSendAgain: boolean;
  }[];
}
interface Answer {
  readonly files: readonly { file: string; events: number; acknowledged: boolean }[];
  readonly messages: readonly Missing[];
  readonly changed: readonly Missing[];
}

const running = new Set<ServiceProcess>();

/** A data folder, with services and commands on it. */
function house(folder: TemporaryFolder) {
  const data = join(folder.path, 'data');
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_MASTER_KEY: KEY,
    // One process: of two, the other would copy the write-ahead log back when it ends after the kill.
    POSTLEDGER_ROLES: 'api,projector,sender,dispatcher',
  };
  let key = '';
  const command = async (line: string) => {
    const { exitCode, stdout, stderr } = await cliProcess(env, ...line.split(' '));
    return { exitCode, stdout, printed: stdout + stderr };
  };
  return {
    data,
    command,
    missing: async () => {
      const { exitCode, stdout, printed } = await command('audit missing --json');
      assert.is(exitCode, 0, printed);
      return JSON.parse(stdout) as Answer;
    },
    async start(): Promise<{ service: ServiceProcess; api: Client }> {
      const service = await startServiceProcess({ env });
      running.add(service);
      key = service.firstKey ?? key;
      return { service, api: client([service.url], key) };
    },
    /** The ledger as it is in the folder, without what only its write-ahead log has. */
    loseWal() {
      rmSync(join(data, 'ledger.sqlite-wal'), { force: true });
      rmSync(join(data, 'ledger.sqlite-shm'), { force: true });
    },
    copyLedger: () => readFileSync(join(data, 'ledger.sqlite')),
    putLedger(bytes: Buffer) {
      for (const name of readdirSync(data)) if (name.startsWith('ledger')) rmSync(join(data, name));
      writeFileSync(join(data, 'ledger.sqlite'), bytes, { mode: 0o600 });
    },
    /** Waits until the read models have a status of a message. */
    known: (id: string, status: string) =>
      eventually(`${id} is ${status}`, async () => {
        const found = JSON.parse((await command('messages find --json')).stdout);
        return found.messages.some(
          (each: { id: string; status: string }) => each.id === id && each.status === status,
        );
      }),
    aside: () => readdirSync(data).filter((name) => /^read-models\.ahead.*sqlite$/.test(name)),
  };
}

let sent = 0;
const send = async (api: Client, to: string[], more = {}) =>
  api.send({ from: 'shop@sender.test', to, subject: 'Hello', text: 'Hi', ...more }, `key-${++sent}`);

const test = suite<{ folder: TemporaryFolder }>('acknowledged events that are gone');
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(async ({ folder }) => {
  for (const service of running) await service.kill();
  running.clear();
  folder.remove();
});

test('the write-ahead log is removed after a kill: every message is listed, until an operator acknowledges it', async ({
  folder,
}) => {
  const { command, missing, start, loseWal, known, aside } = house(folder);
  const first = await start();
  const whole = await send(first.api, ['kim@example.com']);
  await known(whole.id, 'delivered');
  await first.service.stop();
  const second = await start();
  const later = { scheduled_for: '2036-01-01T00:00:00Z' };
  const delivered = await send(second.api, ['delivered@example.com', 'bounce@example.com']);
  const waiting = await send(second.api, ['waits@example.com'], later);
  await known(delivered.id, 'bounced');
  await known(waiting.id, 'scheduled');
  await second.service.kill();
  loseWal();

  const third = await start();
  assert.match(third.service.output(), /ACKNOWLEDGED EVENTS ARE MISSING, \d+ at least: .*audit missing/);
  assert.equal(aside(), ['read-models.ahead-1.sqlite']);
  const { files, messages, changed } = await missing();
  assert.equal(
    messages.map(({ id }) => id),
    [delivered.id, waiting.id],
  );
  assert.equal(changed, []);
  assert.not.ok(messages.some(({ id }) => id === whole.id));
  const [lost, still] = messages;
  assert.equal(lost?.receipt, delivered, 'the answer that the caller got');
  assert.equal(still?.receipt, waiting);
  assert.is(lost?.at, delivered.created_at);
  assert.equal(
    lost?.recipients.map(({ address, status, doNotSendAgain }) => [address, status, doNotSendAgain]),
    [
      ['delivered@example.com', 'delivered', true],
      ['bounce@example.com', 'bounced', true],
    ],
  );
  assert.equal(
    still?.recipients.map(({ status, handedOver, doNotSendAgain }) => [status, handedOver, doNotSendAgain]),
    [['scheduled', 'no', false]],
  );
  const [file] = files;
  const events = file?.events ?? 0;
  assert.ok(events >= 6, `${events} events`);
  assert.equal(await warnings(), [events, events, true]);
  const { printed } = await command('audit missing');
  assert.match(printed, new RegExp(`${delivered.id}.*delivered@example.com.*DO NOT SEND AGAIN`));
  assert.match(printed, new RegExp(`${waiting.id}.*waits@example.com.*not handed over`));

  const { stdout: acknowledged } = await command('audit missing --acknowledge --json');
  assert.is(JSON.parse(acknowledged).files[0].acknowledged, true);
  assert.equal(await warnings(), [undefined, 0, false], 'in the service that runs, too');
  assert.is((await missing()).messages.length, 2, 'what is missing can still be asked for');
  await third.service.stop();
  const fourth = await start();
  assert.not.match(fourth.service.output(), /EVENTS ARE MISSING/);
  await fourth.service.stop();

  /** What readiness and the gauge say, and whether doctor warns. */
  async function warnings() {
    const ready = (await (await fetch(`${third.service.url}/readyz`)).json()) as { missing_events?: number };
    const metrics = await (await fetch(`${third.service.url}/metrics`)).text();
    const gauge = Number(/^postledger_missing_events (\d+)$/m.exec(metrics)?.[1]);
    const checks = JSON.parse((await command('doctor --json')).stdout).checks as {
      name: string;
      ok: boolean;
    }[];
    const doctor = checks.find(({ name }) => name === 'log, nothing missing');
    return [ready.missing_events, gauge, doctor?.ok === false];
  }
});

test('an older backup is put back twice: two files with numbers, none of which replaces the other', async ({
  folder,
}) => {
  const { command, missing, start, known, copyLedger, putLedger, aside } = house(folder);
  const first = await start();
  const kept = await send(first.api, ['kept@example.com'], { scheduled_for: '2036-01-01T00:00:00Z' });
  await known(kept.id, 'scheduled');
  await first.service.stop();
  const backup = copyLedger();
  const lost: string[] = [];
  for (const who of ['one@example.com', 'two@example.com']) {
    const { service, api } = await start();
    const { id } = await send(api, [who]);
    await known(id, 'delivered');
    lost.push(id);
    await service.stop();
    putLedger(backup);
    await command('doctor');
  }
  assert.equal(aside().sort(), ['read-models.ahead-1.sqlite', 'read-models.ahead-2.sqlite']);
  const { files, messages } = await missing();
  assert.equal(
    messages.map(({ id }) => id),
    lost,
  );
  assert.equal(
    files.map(({ acknowledged }) => acknowledged),
    [false, false],
  );
  await command('audit missing --acknowledge');
  assert.not.match((await command('doctor')).printed, /acknowledged events are missing/);

  // A third loss after that is a new one.
  const { service, api } = await start();
  await known((await send(api, ['three@example.com'])).id, 'delivered');
  await service.stop();
  putLedger(backup);
  assert.match((await command('doctor')).printed, /events at least that read-models\.ahead-3\.sqlite knew/);
});

test('a message whose outcome alone is lost is listed apart: it may be sent again', async ({ folder }) => {
  const { missing, start, known, copyLedger, putLedger } = house(folder);
  const first = await start();
  const { id } = await send(first.api, ['soon@example.com'], {
    scheduled_for: new Date(Date.now() + 6_000).toISOString(),
  });
  await first.service.stop();
  const backup = copyLedger();
  const second = await start();
  await known(id, 'delivered');
  await second.service.stop();
  putLedger(backup);
  const { messages, changed } = await missing();
  assert.equal(messages, []);
  assert.equal(
    changed.map((each) => [each.id, each.recipients[0]?.status, each.recipients[0]?.doNotSendAgain]),
    [[id, 'delivered', true]],
  );
});

test('where nothing was lost there is nothing to say', async ({ folder }) => {
  const { command, missing, start } = house(folder);
  await (await start()).service.stop();
  assert.equal(await missing(), { files: [], messages: [], changed: [] });
  assert.match((await command('audit missing')).printed, 'Nothing is known to be missing.');
  assert.is((await command('audit missing --acknowledge')).exitCode, 0);
});

test.run();
