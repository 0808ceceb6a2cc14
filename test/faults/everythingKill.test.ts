// runs in: test:all
// timeout: 3600 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../servers/servers.ts';
import { httpsReceiver } from '../support/httpsReceiver.ts';
import { nodeArguments } from '../support/project.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { smtpSink } from '../support/smtpSink.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { commandLine, consoleActs } from './everyAct.ts';
import { apiCalls, NUMBER, submissions } from './everyCall.ts';
import {
  assertActsOnce,
  assertCharged,
  assertMailsOnce,
  assertOnce,
  assertPostsOnce,
  type Balance,
} from './everythingOnce.ts';
import { type LedgerReader, ledgerReader } from './ledgerReader.ts';
import { repeatedCalls } from './repeatedCalls.ts';

const test = suite('issue 50: every way in under SIGKILL, every call repeated');
const KILLS = RUN_ALL ? 100 : 12;
/** Between an append, or an effect, and the answer or the record of it: every second kill comes there. */
const STEPS = [
  ...['EmailAccepted', 'SmsAccepted', 'TemplateCreated', 'TemplateRevised', 'ContactSaved'],
  ...['AudienceCreated', 'CampaignCreated', 'CampaignRunStarted', 'SuppressionAdded'],
  ...['SubmissionAttempted', 'Submitted', 'WebhookDeliveryScheduled', 'WebhookDelivered'],
]
  .map((type) => `after-append:${type}`)
  .concat('before-append:EmailAccepted', 'before-append:SmsAccepted', 'before-append:SuppressionAdded')
  .concat('after-mail', 'after-post', 'after-documents', 'after-checkpoint');
/** On a busy machine, with much to read again. */
const START_MS = 300_000;
/** For a step to come. */
const STEP_MS = 10_000;
/** What was in flight at three kills waits for a quarter of an hour, and longer after more: the next service has a later date. */
const LATER_MS = 2 * 3_600_000;
const LATER_ROUNDS = 12;
const CRASHING = nodeArguments('test/faults/crashingService');

test(`${KILLS} kills: nothing that was answered is lost, nothing is done or charged twice (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const world = await opened();
  const { sink, receiver, start, startProgram, operator, told } = world;
  let service: ServiceProcess = await start();
  const key = service.firstKey ?? '';
  await told('sms-templates', 'approve', '--name', 'code', '--body', 'Your code is {{ code }}');
  await told('numbers', 'assign', NUMBER);
  await createEndpoint(service.url, key, receiver.url);
  const { url: link } = JSON.parse(await told('console', 'login', '--all')) as { url: string };
  const submission = submissions(world.submissionPort, key, random);
  const kinds = {
    ...apiCalls(() => service.url, key),
    submission: submission.kind,
    console: await consoleActs(link),
    'command line': operator.kind,
  };
  const calls = repeatedCalls(kinds, () => 20 + random() * 100);
  const ledger = await ledgerReader(world.data);
  try {
    const reached = await killed(world, random, {
      kill: () => service.kill(),
      next: (one) => {
        service = one;
      },
    });
    await calls.finish();
    const repeated = await calls.repeatAll();
    for (let round = 1; !(await isSettled(ledger)); round++) {
      assert.ok(round < LATER_ROUNDS, `still open: ${JSON.stringify(await ledger.open())}`);
      await service.stop();
      service = await startProgram('never', 1, round * LATER_MS);
    }
    const events = await ledger.events();
    assert.equal(calls.refused, []);
    assert.equal(calls.otherwise, []);
    assertOnce(events, calls);
    assertActsOnce(events, calls);
    const { granted, used } = JSON.parse(await told('credits', 'balance')) as Balance;
    assertCharged(events, calls, { granted, used });
    const sentAgain = assertMailsOnce(events, ledger, sink);
    const postedAgain = assertPostsOnce(events, ledger, receiver.received);
    await told('projections', 'verify');
    assert.is(await service.stop(), 0);
    console.log(
      `${KILLS} kills, ${reached} of them at a step; ${calls.counts()}; ${calls.tries()} tries, ${repeated} calls made once more at the end; ` +
        `lost: 0, done twice: 0, charged: ${used.email} for mails, ${used.sms} for texts; ` +
        `cut off by a kill: ${sentAgain} mails; ${postedAgain} webhooks came again, with those that were asked for`,
    );
  } finally {
    calls.abandon();
    submission.close();
    await service.kill();
    await Promise.all([ledger.close(), sink.close(), receiver.close()]);
  }
  world.folder.remove();
});

/** Half of the kills come at a random moment to both processes, the others right after an append or an effect. Resolves with the number of these. */
async function killed(
  { start, startProgram }: Pick<Awaited<ReturnType<typeof opened>>, 'start' | 'startProgram'>,
  random: () => number,
  { kill, next }: { readonly kill: () => Promise<void>; readonly next: (service: ServiceProcess) => void },
): Promise<number> {
  const from = (least: number, below: number) => least + Math.floor(random() * (below - least));
  let reached = 0;
  for (let kills = 0; kills < KILLS; kills += 2) {
    await sleep(from(20, 1_500));
    await kill();
    // The answer to a send matters most.
    const step = STEPS[random() < 0.3 ? 0 : from(0, STEPS.length)] ?? '';
    // It may well come before the service has said that it runs.
    const doomed = await startProgram(step, from(1, 15)).catch((error) => {
      assert.match(String(error), 'ended with null');
      return null;
    });
    if (doomed !== null) next(doomed);
    const ended = doomed?.ended.then(() => true) ?? true;
    if (await Promise.race([ended, sleep(STEP_MS, false, { ref: false })])) reached++;
    else await kill();
    next(await start());
  }
  return reached;
}

/** A folder, servers that the service sends to, and what starts and asks the service. */
async function opened() {
  const [folder, receiver, sink] = [temporaryFolder(), await httpsReceiver(), await smtpSink()];
  const [submissionPort, consolePort] = [await freePort(), await freePort()];
  const [data, caFile] = [join(folder.path, 'data'), join(folder.path, 'ca.pem')];
  writeFileSync(caFile, receiver.ca);
  const env = {
    ...{ POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'error', SMTP_URL: sink.url },
    ...{ POSTLEDGER_PACE_PER_SECOND: '100000', POSTLEDGER_PACE_PER_DAY: '100000000' },
    ...{ POSTLEDGER_SUBMISSION_PORT: `${submissionPort}`, POSTLEDGER_CONSOLE_PORT: `${consolePort}` },
    ...{ POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: caFile },
  };
  const operator = commandLine(env);
  return {
    ...{ folder, data, receiver, sink, submissionPort, operator },
    start: () => startServiceProcess({ env, timeoutMs: START_MS }),
    startProgram: (step: string, nth: number, laterMs = 0) =>
      startServiceProcess({
        ...{ env, timeoutMs: START_MS, program: CRASHING },
        args: [step, `${nth}`, `${laterMs}`],
      }),
    async told(...words: string[]): Promise<string> {
      const tried = await operator.tried(...words);
      assert.is(tried.came, 'answer', JSON.stringify(tried));
      return tried.came === 'answer' ? tried.answer : '';
    },
  };
}

async function createEndpoint(url: string, key: string, receiverUrl: string): Promise<void> {
  const answer = await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'kill test', url: receiverUrl, events: ['*'] }),
  });
  assert.is(answer.status, 201, await answer.text());
}

/** So long is waited for what is open; what is open then waits for a date. */
const LOOKS = 300;

/** Whether every message has an outcome, every campaign run is over, and every webhook was answered, or will have soon. */
async function isSettled(ledger: LedgerReader): Promise<boolean> {
  let before = -1;
  for (let quiet = 0; quiet < LOOKS; quiet++) {
    const { messages, webhooks } = await ledger.open();
    const runs = (await ledger.count('CampaignRunStarted')) - (await ledger.count('CampaignRunCompleted'));
    if (messages + webhooks + runs === 0) return true;
    // As long as something happens it is not waited for in vain.
    const { length } = await ledger.events();
    if (length !== before) quiet = 0;
    before = length;
    await sleep(100);
  }
  return false;
}

test.run();
