import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { threadMailReader } from '../../src/adapters/intake/mailReader.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { unmatchedFiles } from '../../src/adapters/outbox/unmatchedFiles.ts';
import { deliveryLocalPart, messageLocalPart } from '../../src/commands/email/deliveryToken.ts';
import { type Ledger, newEvents } from '../../src/commands/kernel/ledger.ts';
import { email, type RecordedEmailEvent } from '../../src/events/email.ts';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { type BounceIntakeDependencies, runBounceIntake } from '../../src/intake/bounceIntake.ts';
import type { MailReader } from '../../src/ports/mailReader.ts';
import { plainEmail, recipient, WORKSPACE } from '../sender/senderBench.ts';
import { evidenceIn } from '../support/evidenceIn.ts';
import { listeningIntake } from '../support/listeningIntake.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

export const DOMAIN = 'bounces.a.example';
export const EMAIL_ID = '44444444-4444-4444-8444-444444444444';
const TOKENS = signedTokens(Buffer.alloc(32, 5));

/** The Message-ID of a message of the fixture, without angle brackets. */
export const messageIdOf = (emailId = EMAIL_ID) => `${messageLocalPart(TOKENS, emailId)}@a.example`;

/** What an SMTP server answered to a mail. */
export interface Answer {
  readonly code: number;
  readonly text: string;
}

let sharedReader: MailReader | null = null;

/** Ends the thread that all fixtures of a file share, since each start of one takes a second from source. */
export async function closeReader(): Promise<void> {
  await sharedReader?.close();
}

/** The intake on a real port over a log in memory, and messages that were handed over. */
export async function intakeFixture(replaced: Partial<BounceIntakeDependencies> = {}) {
  const store = memoryEventStore();
  const ledger: Ledger = { store, clock: systemClock, ids: seededIds() };
  const tokens = TOKENS;
  const known = evidenceIn(store);
  const folder = temporaryFolder();
  const unmatched = unmatchedFiles(join(folder.path, 'unmatched'));
  sharedReader ??= threadMailReader({ clock: systemClock, log: quietLog });
  const reader = sharedReader;
  const { intake, port } = listeningIntake(DOMAIN);
  const stop = new AbortController();
  const parts: BounceIntakeDependencies = {
    ledger,
    tokens,
    known,
    suppressionOf: async () => null,
    reader,
    feedbackProof: async () => 'unsigned' as const,
    unmatched,
    intake,
    domain: DOMAIN,
    log: quietLog,
    metrics: noMetrics,
    ...replaced,
  };
  const running = runBounceIntake(parts, stop.signal);
  const transport = createTransport({ host: '127.0.0.1', port: await port, ignoreTLS: true });
  const address = (place = 0, emailId = EMAIL_ID, use: 'bounce' | 'unsubscribe' = 'bounce') =>
    `${deliveryLocalPart(tokens, { emailId, recipient: place }, use)}@${DOMAIN}`;

  return {
    store,
    ledger,
    tokens,
    known,
    unmatched,
    port: await port,
    /** The bounce address of a recipient, in lower case as the service writes it. */
    address,
    /** A message to the addresses, handed over to a relay; or, without `submitted`, in its hands. */
    async handOver(
      addresses: readonly string[],
      {
        emailId = EMAIL_ID,
        workspace = WORKSPACE,
        submitted = true,
        more = {} as Partial<EmailAccepted>,
      } = {},
    ) {
      const recipients = addresses.map((each, at) => recipient(at + 1, each));
      const origin = { workspace, actor: 'key:1', correlation: 'c1', causation: null };
      const of = recipients.map((one) => ({
        deliveryId: one.deliveryId,
        suppressionId: one.suppressionId,
        recipient: one.address,
        sandbox: false,
      }));
      await store.append(
        email.stream(emailId),
        'no-stream',
        newEvents(ledger, origin, [
          { type: 'EmailAccepted', data: { ...plainEmail, recipients, ...more } },
          ...of.map((data) => ({ type: 'SubmissionAttempted', data: { ...data, attempt: 1 } })),
          ...(submitted ? of.map((data) => ({ type: 'Submitted', data: { ...data, response: null } })) : []),
        ]),
      );
    },
    /** Brings a mail by SMTP; the server's answer, whichever. */
    async bring(
      raw: string | Buffer,
      to: string | readonly string[] = address(),
      from = '',
    ): Promise<Answer> {
      try {
        const { response } = await transport.sendMail({
          envelope: { from, to: typeof to === 'string' ? to : [...to] },
          raw,
        });
        return { code: Number(response.slice(0, 3)), text: response };
      } catch (error) {
        const { responseCode = 0, response = String(error) } = error as {
          responseCode?: number;
          response?: string;
        };
        return { code: responseCode, text: response };
      }
    },
    /** Events of a message after its hand-over. */
    async learned(emailId = EMAIL_ID): Promise<readonly RecordedEmailEvent[]> {
      const events = await email.read(store, emailId);
      return events.filter(({ metadata }) => metadata.actor === 'intake');
    },
    async close() {
      stop.abort();
      await running;
      folder.remove();
    },
  };
}

export type IntakeFixture = Awaited<ReturnType<typeof intakeFixture>>;
