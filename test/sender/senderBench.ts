import { mimeComposer } from '../../src/adapters/mime/composer.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { type Ledger, newEvents } from '../../src/commands/kernel/ledger.ts';
import { email, type RecordedEmailEvent } from '../../src/events/email.ts';
import type { EmailAccepted, EmailRecipient } from '../../src/events/emailAccepted.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../src/follow/fold/projection.ts';
import type { Collection } from '../../src/ports/documents.ts';
import type { Mailer, MailOutcome, OutgoingMail } from '../../src/ports/mailer.ts';
import type { Pace } from '../../src/ports/pace.ts';
import type { Renderer } from '../../src/ports/renderer.ts';
import type { WorkDocument } from '../../src/ports/workDocument.ts';
import { emailOutbox } from '../../src/projections/emailOutbox.ts';
import { emailRetries } from '../../src/projections/emailRetries.ts';
import { suppressedAmong, suppressions } from '../../src/projections/suppressions.ts';
import type { ClaimRule } from '../../src/sender/claim/claimTurn.ts';
import { byteBudget } from '../../src/sender/email/byteBudget.ts';
import { openEmailStream } from '../../src/sender/email/emailStream.ts';
import { type EmailWorkerDependencies, emailWorker } from '../../src/sender/email/emailWorker.ts';
import { returnPath } from '../../src/sender/email/returnPath.ts';
import { type MailRoute, mailRoute } from '../../src/sender/route/mailRoute.ts';
import type { Permit, Worker } from '../../src/work/worker.ts';
import { evidenceIn } from '../support/evidenceIn.ts';
import { freePace, freePermit } from '../support/freePace.ts';
import { type ManualClock, manualClock } from '../support/manualClock.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { type MemoryEventStore, memoryEventStore } from '../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { namesOfTests, seededIds } from '../support/seededIds.ts';

export const WORKSPACE = '11111111-1111-4111-8111-111111111111';
export const CORRELATION = '22222222-2222-4222-8222-222222222222';

/** A mailer that answers as the test says and stores what it was given. */
export interface FakeMailer extends Mailer {
  readonly sent: OutgoingMail[];
  /** Replaced by a test: what becomes of the next messages. */
  answer: (mail: OutgoingMail) => MailOutcome | Promise<MailOutcome>;
  /** Replaced by a test: whether the route takes messages. */
  probe: Mailer['probe'];
  restOf: Mailer['restOf'];
}

export function fakeMailer(): FakeMailer {
  const mailer: FakeMailer = {
    route: 'relay',
    sent: [],
    probe: async () => null,
    restOf: () => null,
    answer: () => ({ outcome: 'submitted', response: '250 ok' }),
    async send(mail) {
      mailer.sent.push(mail);
      return mailer.answer(mail);
    },
    async close() {},
  };
  return mailer;
}

export interface SenderBench {
  readonly store: MemoryEventStore;
  readonly clock: ManualClock;
  readonly ledger: Ledger;
  readonly mailer: FakeMailer;
  readonly blobs: ReturnType<typeof memoryBlobs>;
  readonly worker: Worker<WorkDocument>;
  readonly route: MailRoute;
  /** A second sender over the same log, as in another process. */
  anotherWorker(parts?: Partial<EmailWorkerDependencies>): Worker<WorkDocument>;
  accept(emailId: string, email: Partial<EmailAccepted>): Promise<void>;
  /** Folds the log into the work index and the suppressions. */
  fold(): Promise<void>;
  /** What is to be done for the message: its first attempts, or else its retries. */
  outbox(emailId: string): Promise<WorkDocument | null>;
  run(emailId: string, worker?: Worker<WorkDocument>, permit?: Permit): ReturnType<Worker['run']>;
  /** `Type recipient` of every event of the email after its acceptance. */
  history(emailId: string): Promise<string[]>;
  events(emailId: string): Promise<readonly RecordedEmailEvent[]>;
}

export const TOKENS = signedTokens(Buffer.alloc(32, 5));

const noRenderer: Renderer = {
  render: async () => {
    throw new Error('nothing was to be rendered');
  },
  check: async () => [],
  close: async () => {},
};

export async function senderBench({
  clock = manualClock(),
  ...given
}: {
  pace?: Pace;
  renderer?: Renderer;
  rule?: ClaimRule;
  clock?: ManualClock;
} & Partial<EmailWorkerDependencies> = {}): Promise<SenderBench> {
  const store = memoryEventStore();
  const ledger: Ledger = { store, clock, ids: seededIds() };
  const documents = memoryDocuments();
  const collection = await openProjection(documents, emailOutbox(4));
  const retries = await openProjection(documents, emailRetries(4));
  const suppressed = await openProjection(documents, suppressions);
  const mailer = fakeMailer();
  const routeOf = (over: Mailer) =>
    mailRoute({ mailer: over, clock, ids: ledger.ids, log: quietLog, metrics: noMetrics });
  const route = routeOf(given.mailer ?? mailer);
  const blobs = memoryBlobs();
  const parts: EmailWorkerDependencies = {
    ledger,
    index: 'emailOutbox',
    collection,
    budget: byteBudget(256 * 1024 * 1024),
    known: evidenceIn(store),
    suppressedAmong: (suppressionIds) => suppressedAmong(suppressed, suppressionIds),
    blobs,
    mailer,
    route,
    returnPath: returnPath(TOKENS, undefined),
    renderer: noRenderer,
    composer: mimeComposer(),
    pace: freePace,
    log: quietLog,
    metrics: noMetrics,
    limitsOf: async () => ({ perSecond: 10, perDay: 100 }),
    rule: { claimTimeoutMs: 300_000, soleSinceMs: null },
    ...given,
  };
  const worker = bothWorkers(parts, retries);
  const events = async (emailId: string) =>
    (await store.readStream(email.stream(emailId))) as readonly unknown[] as readonly RecordedEmailEvent[];
  return {
    store,
    clock,
    ledger,
    mailer,
    blobs,
    worker,
    route: parts.route,
    anotherWorker: (other = {}) => {
      const { mailer: over = parts.mailer } = other;
      return bothWorkers({ ...parts, route: routeOf(over), ...other }, retries);
    },
    async accept(emailId, fields) {
      const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };
      const data = { ...plainEmail, ...fields };
      await store.append(
        email.stream(emailId),
        'no-stream',
        newEvents(ledger, origin, [{ type: 'EmailAccepted', data }]),
      );
    },
    async fold() {
      for (const [projection, into] of [
        [emailOutbox(4), collection],
        [emailRetries(4), retries],
        [suppressions, suppressed],
      ] as const) {
        const known: AnyProjection = projection;
        const concerned = store.log.filter(({ type }) => known.types.includes(type));
        await foldInto(known, into, concerned);
      }
    },
    outbox: async (emailId) =>
      ((await collection.get(emailId)) ?? (await retries.get(emailId)))?.document ?? null,
    async run(emailId, by = worker, permit = freePermit) {
      return by.run(
        emailId,
        { partition: 0, lane: WORKSPACE, dueAtMs: 0 },
        new AbortController().signal,
        permit,
      );
    },
    history: async (emailId) =>
      (await events(emailId)).flatMap((event) =>
        event.type === 'EmailAccepted' ? [] : [`${event.type} ${event.data.recipient}`],
      ),
    events,
  };
}

/** The workers of first attempts and of retries as one: a message goes to those that have something to do for it. */
function bothWorkers(
  parts: EmailWorkerDependencies,
  retries: Collection<WorkDocument>,
): Worker<WorkDocument> {
  const first = emailWorker(parts);
  const again = emailWorker({ ...parts, index: 'emailRetries', collection: retries });
  return {
    ...first,
    async run(emailId, ...rest) {
      const stream = await openEmailStream(parts.ledger, emailId);
      const open = [...(stream?.progress().deliveries.values() ?? [])].filter(
        ({ state }) => state.at !== 'ended',
      );
      const isRetry = open.some(({ delays }) => delays > 0);
      const isFirst = !isRetry || open.some(({ delays }) => delays === 0);
      const result = isFirst ? await first.run(emailId, ...rest) : null;
      return result === null || isRetry ? again.run(emailId, ...rest) : result;
    },
  };
}

/** A recipient whose delivery id is made of a number. */
export function recipient(n: number, address: string, more: Partial<EmailRecipient> = {}): EmailRecipient {
  const deliveryId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const suppressionId = suppressionIdOf(namesOfTests, WORKSPACE, address);
  return {
    deliveryId,
    suppressionId,
    address,
    kind: 'to',
    sandbox: address.endsWith('@example.com'),
    ...more,
  };
}

export const plainEmail: EmailAccepted = {
  from: 'Sender <me@a.example>',
  to: ['you@b.example'],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello',
  html: null,
  text: { inline: 'Hi there' },
  template: null,
  headers: {},
  attachments: [],
  tags: [],
  scheduledFor: null,
  batchId: null,
  messageStream: 'transactional',
  trackOpens: true,
  trackClicks: true,
  recipients: [recipient(1, 'you@b.example')],
  suppressedRecipients: [],
  credits: 1,
  batch: null,
  campaign: null,
};
