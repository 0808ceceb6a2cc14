// runs in: test:all
// timeout: 1800 s
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../servers/servers.ts';
import { nodeArguments } from '../support/project.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { SEED } from '../support/testRun.ts';
import { ledgerReader } from './ledgerReader.ts';

const test = suite('SIGKILL while mail is submitted');

const MAILS = 4_000;
const KILLS = 100;
const CLIENTS = 8;
/** What another server on the way changes of a mail: it adds its line, and encodes it in its own way. */
const SECOND_HOP = {
  headers: { Received: 'from client.test by hop.test; Fri, 27 Nov 2026 10:00:00 +0000' },
  textEncoding: 'base64',
} as const;
const ENTRY = nodeArguments('test/faults/crashingService');

test(`${KILLS} kills during ${MAILS} submissions by a client that repeats, also through a second hop: each is accepted and charged once (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const from = (least: number, below: number) => least + Math.floor(random() * (below - least));
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const port = await freePort();
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_SUBMISSION_PORT: `${port}`,
    POSTLEDGER_LOG_LEVEL: 'error',
  };
  const start = (step = 'never', nth = 1) =>
    startServiceProcess({ env, program: ENTRY, args: [step, `${nth}`] });
  let service: ServiceProcess = await start();
  const pass = service.firstKey ?? '';
  const client = createTransport({
    ...{ host: '127.0.0.1', port, auth: { user: 'any', pass }, ignoreTLS: true },
    ...{ pool: true, maxConnections: CLIENTS, maxMessages: 1_000 },
  });

  const ids = new Map<number, string[]>();
  const refused: string[] = [];
  let repeated = 0;
  /** Submits a mail until it is accepted; a mail of its text has its Message-ID each time. */
  const submit = async (n: number): Promise<void> => {
    const mail = {
      ...{
        from: 'a@acme.test',
        to: 'transactional@example.com',
        subject: `Grüße ${n}`,
        text: 'Danke schön.',
      },
      messageId: `<${n}@acme.test>`,
      date: new Date(n),
    };
    for (;;) {
      try {
        const { response } = await client.sendMail({ ...mail, ...(random() < 0.5 && SECOND_HOP) });
        const [, id = response] = /^250 2\.0\.0 Accepted as (\S+)/.exec(response) ?? [];
        ids.set(n, [...(ids.get(n) ?? []), id]);
        return;
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number };
        if (responseCode >= 500) return void refused.push(String(error));
        repeated++;
        await sleep(50);
      }
    }
  };
  let next = 0;
  let awaited = { accepted: 0, reached: () => {} };
  const isAccepted = (accepted: number) =>
    new Promise<void>((reached) => {
      awaited = { accepted, reached };
    });
  // What was accepted is submitted again now and then.
  const submitting = Array.from({ length: CLIENTS }, async () => {
    while (next < MAILS) {
      const n = next++;
      await submit(n);
      if (n % 10 === 0) await submit(n);
      if (ids.size >= awaited.accepted) awaited.reached();
      await sleep(from(1, 10));
    }
  });

  for (let n = 0; n < KILLS; n++) {
    if (n % 2 === 0) {
      // So many that the kills fall among all of them.
      await isAccepted(Math.floor((MAILS * (n + 1)) / (KILLS + 4)) - from(0, 40));
      await service.kill();
      // Between the append and the 250.
      service = await start('after-append:EmailAccepted', from(1, 60));
    } else {
      await service.ended;
      service = await start();
    }
  }
  const submittedUnderKills = next;
  await Promise.all(submitting);
  client.close();
  const ledger = await ledgerReader(data);
  const accepted = (await ledger.events()).filter(({ type }) => type === 'EmailAccepted');
  await service.stop();
  await ledger.close();

  assert.equal(refused, []);
  assert.is(ids.size, MAILS);
  for (const [n, given] of ids) assert.is(new Set(given).size, 1, `mail ${n} has one id`);
  const known = new Set(accepted.map(({ stream }) => stream.slice('email-'.length)));
  assert.is(accepted.length, MAILS, 'each mail is accepted once');
  assert.equal(
    [...ids.values()].filter(([id = '']) => !known.has(id)),
    [],
    'no accepted mail is lost',
  );
  const credits = accepted.reduce((sum, { data }) => sum + (data as { credits: number }).credits, 0);
  assert.is(credits, MAILS, 'and charged once');
  assert.ok(
    repeated > 0 && submittedUnderKills > KILLS,
    `${repeated} repeated, ${submittedUnderKills} submitted`,
  );
  console.log(
    `${KILLS} kills, ${submittedUnderKills} of ${MAILS} mails submitted until the last, ${repeated} times repeated; ` +
      `accepted twice: 0, lost: 0, charged ${credits}`,
  );
  folder.remove();
});

test.run();
