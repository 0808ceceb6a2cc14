// runs in: test:all
// timeout: 900 s

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { knockOn } from './knockingClients.ts';
import { ledgerReader } from './ledgerReader.ts';
import { startWorkload } from './workload.ts';

const test = suite('a restart under load');

const CALLERS = 1_000;
/** Answers after which the service is asked to stop, the other callers being on their way. */
const FIRST_ANSWERS = 50;
/** Callers who come when the service is gone. */
const LATECOMERS = 200;
const STOP_WITHIN_MS = 120_000;

test(`${CALLERS} calls with one key, some of them on a restart: one message, one charge, identical answers`, async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const port = await freePort();
  const env = { POSTLEDGER_DATA: data, POSTLEDGER_PORT: String(port), POSTLEDGER_LOG_LEVEL: 'error' };
  let service = await startServiceProcess({ env });
  const { url } = service;
  const apiKey = service.firstKey ?? '';

  let answered = 0;
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const call = async () => {
    const knocks = await knockOn(url, apiKey, 'one-key');
    if (++answered === FIRST_ANSWERS) begin();
    return knocks;
  };
  const early = Array.from({ length: CALLERS - LATECOMERS }, call);
  await begun;
  assert.is(await service.stop(), 0);
  const before = answered;
  // These find nobody there.
  const late = Array.from({ length: LATECOMERS }, call);
  await sleep(200);
  service = await startServiceProcess({ env });
  assert.is(service.url, url, 'it is back on the same port');
  const knocks = await Promise.all([...early, ...late]);

  const met = knocks.filter((all) => all.length > 1).length;
  assert.ok(met >= LATECOMERS, 'some callers met the restart');
  assert.ok(before < CALLERS, 'some were answered after it');
  for (const { status, text } of knocks.flat())
    assert.ok(status === 202 || status === 503 || status === null, `${status} ${text}`);
  const answers = new Set(knocks.map((all) => all.at(-1)?.text));
  assert.is(answers.size, 1, 'every caller has the same answer, byte for byte');

  const ledger = await ledgerReader(data);
  const accepted = (await ledger.events()).filter(({ type }) => type === 'EmailAccepted');
  assert.is(accepted.length, 1, 'one message');
  assert.equal(
    accepted.map(({ data: one }) => (one as EmailAccepted).credits),
    [1],
    'one charge',
  );
  await eventually('it is sent', async () => (await ledger.open()).messages === 0);
  const submitted = (await ledger.events()).filter(({ type }) => type === 'Submitted');
  assert.is(submitted.length, 1, 'sent once');
  console.log(`${before} answered before the restart, ${CALLERS - before} after it, ${met} of them met it`);
  await ledger.close();
  assert.is(await service.stop(), 0);
  folder.remove();
});

test('SIGTERM under load: an end in order within 15 s, and nothing is lost', async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_LOG_LEVEL: 'error',
    POSTLEDGER_PACE_PER_SECOND: '1000',
    POSTLEDGER_PACE_PER_DAY: '1000000',
  };
  let service = await startServiceProcess({ env });
  const key = service.firstKey ?? '';
  const orderOf = (n: number) => ({
    key: `order-${n}`,
    body: {
      from: 'a@sender.test',
      to: n % 2 === 0 ? `transactional+${n}@example.com` : `person${n}@receiver.test`,
      subject: `Order ${n}`,
      text: 'Thank you.',
    },
  });
  const workload = startWorkload(() => ({ url: service.url, key }), orderOf, 32);
  await eventually('orders are acknowledged', () => workload.acknowledged.size >= 300);
  const stopped = await Promise.race([service.stop(), sleep(STOP_WITHIN_MS, 'still there', { ref: false })]);
  assert.is(stopped, 0, 'it ended by itself, with exit code 0');
  assert.equal(service.output().match(/"level":(40|50|60)|unhandled|Error:/gi), null, service.output());
  const acknowledged = [...workload.acknowledged.values()].flat();

  const ledger = await ledgerReader(data);
  const idsIn = async () =>
    new Set(
      (await ledger.events()).flatMap(({ type, stream }) => (type === 'EmailAccepted' ? [stream] : [])),
    );
  const kept = await idsIn();
  const lost = acknowledged.filter((text) => !kept.has(`email-${(JSON.parse(text) as { id: string }).id}`));
  assert.is(lost.length, 0, 'acknowledged before the stop, and lost');

  service = await startServiceProcess({ env });
  await workload.finish();
  assert.equal(workload.refused, []);
  await eventually('what was left over is sent', async () => (await ledger.open()).messages === 0);
  const events = await ledger.events();
  assert.is((await idsIn()).size, workload.acknowledged.size, 'one message a key');
  const live = events.filter(({ data: of }) => (of as { sandbox?: boolean }).sandbox === false);
  const attempts = live.filter(({ type }) => type === 'SubmissionAttempted').length;
  const outcomes = live.filter(({ type }) => type === 'Submitted').length;
  assert.is(attempts, outcomes, 'a stop in order leaves no attempt without its outcome');
  assert.is(await service.stop(), 0);
  await ledger.close();
  folder.remove();
});

test.run();
