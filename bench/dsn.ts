import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { openEmbeddedLog } from '../src/adapters/embedded/open.ts';
import { threadMailReader } from '../src/adapters/intake/mailReader.ts';
import { randomIds } from '../src/adapters/node/randomIds.ts';
import { signedTokens } from '../src/adapters/node/signedTokens.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { unmatchedFiles } from '../src/adapters/outbox/unmatchedFiles.ts';
import { deliveryLocalPart } from '../src/commands/email/deliveryToken.ts';
import { type Ledger, newEvents } from '../src/commands/kernel/ledger.ts';
import { email } from '../src/events/email.ts';
import { runBounceIntake } from '../src/intake/bounceIntake.ts';
import type { MailIntake } from '../src/ports/mailIntake.ts';
import { dsn } from '../test/intake/mails.ts';
import { plainEmail, recipient } from '../test/sender/senderBench.ts';
import { listeningIntake } from '../test/support/listeningIntake.ts';
import { noMetrics, quietLog } from '../test/support/quietLog.ts';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { line, rate, ratio } from './report.ts';

const IDS = randomIds();

const DOMAIN = 'bounces.a.example';
const CONNECTIONS = 10;

/**
 * Bounces a second over SMTP, each parsed, matched and on the disk before it is acknowledged; the ceiling is the same
 * server taking the same mails and doing nothing with them.
 */
export async function run(size = 2_000): Promise<void> {
  const folder = temporaryFolder();
  const store = await openEmbeddedLog(join(folder.path, 'data'), { log: quietLog });
  const ledger: Ledger = { store, clock: systemClock, ids: IDS };
  const tokens = signedTokens(Buffer.alloc(32, 5));
  const reader = threadMailReader({ clock: systemClock, log: quietLog });
  const emailIds = await handedOver(ledger, size);
  const bounces = emailIds.map((emailId, at) => ({
    to: `${deliveryLocalPart(tokens, { emailId, recipient: 0 })}@${DOMAIN}`,
    raw: dsn({ messageId: `${at}@mx.b.example` }),
  }));
  // The parser is loaded at the first mail.
  await reader.read(Buffer.from(dsn()), { isSigned: true, network: '' });

  const stop = new AbortController();
  const ceiling = await listening((intake) =>
    intake.receive({ accepts: () => 'yes', take: async () => 'taken' }, stop.signal),
  );
  const bare = await brought(ceiling.port, bounces);
  const parts = {
    ledger,
    tokens,
    known: { get: async () => null, getForFold: async () => new Map() },
    suppressionOf: async () => null,
    reader,
    feedbackProof: async () => 'unsigned' as const,
    unmatched: unmatchedFiles(join(folder.path, 'unmatched')),
    domain: DOMAIN,
    log: quietLog,
    metrics: noMetrics,
  };
  const own = await listening((intake) => runBounceIntake({ ...parts, intake }, stop.signal));
  const recorded = await brought(own.port, bounces);
  line(`DSNs recorded (${size}, ${CONNECTIONS} connections)`, rate(recorded));
  line('  of a server that takes them and does nothing', ratio(recorded / bare));
  stop.abort();
  await Promise.all([ceiling.running, own.running]);
  await reader.close();
  await store.close();
  folder.remove();
}

async function handedOver(ledger: Ledger, count: number): Promise<readonly string[]> {
  const one = recipient(1, 'bob@b.example');
  const of = {
    deliveryId: one.deliveryId,
    suppressionId: one.suppressionId,
    recipient: one.address,
    sandbox: false,
  };
  const events = [
    { type: 'EmailAccepted', data: { ...plainEmail, recipients: [one] } },
    { type: 'SubmissionAttempted', data: { ...of, attempt: 1 } },
    { type: 'Submitted', data: { ...of, response: null } },
  ];
  const origin = {
    workspace: IDS.uuid(),
    actor: 'sender',
    correlation: IDS.uuid(),
    causation: null,
  };
  const emailIds = Array.from({ length: count }, () => IDS.uuid());
  await Promise.all(
    emailIds.map((id) =>
      ledger.store.append(email.stream(id), 'no-stream', newEvents(ledger, origin, events)),
    ),
  );
  return emailIds;
}

async function listening(receive: (intake: MailIntake) => Promise<void>) {
  const { intake, port } = listeningIntake(DOMAIN);
  const running = receive(intake);
  return { port: await port, running };
}

/** Mails a second until all are acknowledged. */
async function brought(port: number, mails: readonly { to: string; raw: string }[]): Promise<number> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  const startedAt = performance.now();
  await Promise.all(
    mails.map(({ to, raw }) => transport.sendMail({ envelope: { from: '', to: [to] }, raw })),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  transport.close();
  return mails.length / seconds;
}
