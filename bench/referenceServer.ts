import { hash, randomBytes } from 'node:crypto';
import { fastify } from 'fastify';
import { openEmbeddedPace } from '../src/adapters/embedded/coordination/pace.ts';
import { mimeComposer } from '../src/adapters/mime/composer.ts';
import { dkimSigner } from '../src/adapters/mime/dkimSigner.ts';
import { randomIds } from '../src/adapters/node/randomIds.ts';
import { signedTokens } from '../src/adapters/node/signedTokens.ts';
import { signingKeys } from '../src/adapters/node/signingKeys.ts';
import { systemClock } from '../src/adapters/node/systemClock.ts';
import { relayMailer } from '../src/adapters/smtp/relayMailer.ts';
import { readEmail } from '../src/api/emails/emailRequest.ts';
import { readBytes } from '../src/api/reading/reader.ts';
import { type AcceptDependencies, acceptEmail } from '../src/commands/email/acceptEmail.ts';
import { emailIdOf } from '../src/commands/email/emailIds.ts';
import { publicLinks } from '../src/commands/email/publicLinks.ts';
import { emailReceipt } from '../src/commands/email/receipt.ts';
import { newEvents } from '../src/commands/kernel/ledger.ts';
import type { RecordedEmailEvent } from '../src/events/email.ts';
import type { RecordedEvent } from '../src/events/event.ts';
import { recipientFields } from '../src/events/recipientFields.ts';
import type { Blobs } from '../src/ports/blobs.ts';
import type { EventStore } from '../src/ports/eventStore.ts';
import type { MailKey } from '../src/ports/mailSigner.ts';
import type { Renderer } from '../src/ports/renderer.ts';
import { projectionsFor } from '../src/projections/readModels.ts';
import { composeEmail } from '../src/sender/email/composeEmail.ts';
import { emailBody } from '../src/sender/email/emailBody.ts';
import { advance, noProgress } from '../src/sender/email/emailProgress.ts';
import { outcomeEvents } from '../src/sender/email/mailOutcome.ts';
import { returnPath } from '../src/sender/email/returnPath.ts';
import { referenceLog, referenceReadModels } from './referenceLog.ts';

/**
 * What a message costs that is accepted, claimed and sent as the service does, by one process and no more machinery than that takes:
 * the same validation, events, durability, look-up of suppressions, pace, links, signatures and SMTP, by the service's own
 * functions where they are pure. It recovers nothing after a kill, and has one workspace, no templates, no blobs and no second try.
 * Settings: POSTLEDGER_DATA, SMTP_URL, REFERENCE_KEY, REFERENCE_SIGNS (the domain that it signs for).
 */
const { POSTLEDGER_DATA: data = '', SMTP_URL: url = '', REFERENCE_KEY: key = '' } = process.env;
const IN_FLIGHT = 128;
const PACE = { perSecond: 100_000, perDay: 100_000_000 };
const WORKSPACE = '00000000-0000-5000-8000-000000000001';

const clock = systemClock;
const ids = randomIds();
const namespace = randomBytes(16);
ids.nameIn(() => namespace);
const log = { error: console.error, warn: console.error, info() {}, debug() {} };
const suppressed = new Set<string>();
const suppressedAmong = (asked: readonly string[]) => new Set(asked.filter((id) => suppressed.has(id)));
const pace = openEmbeddedPace(`${data}/pace.json`, { clock, log });
const mailer = relayMailer({ url });
const composer = mimeComposer();
const tokens = signedTokens(randomBytes(32));
const links = publicLinks(tokens, 'http://localhost:8025');
const none = {} as Blobs & Renderer;

const all = projectionsFor(1);
const { emailOutbox, messages, dailyAnalytics, lastHours, balances, creditMonths, keyUses } = all;
const sevenModels = [emailOutbox, messages, dailyAnalytics, lastHours, balances, creditMonths, keyUses];
const foldLater = referenceReadModels(data, sevenModels as Parameters<typeof referenceReadModels>[1]);
const accepted: RecordedEmailEvent[] = [];
let inFlight = 0;
const { append } = referenceLog(data, ids, (events: readonly RecordedEvent[]) => {
  foldLater(events);
  accepted.push(...(events.filter(({ type }) => type === 'EmailAccepted') as RecordedEmailEvent[]));
  sendNext();
});
const store = { append } as EventStore;
const ledger = { store, clock, ids };

const signer = dkimSigner();
const domain = process.env.REFERENCE_SIGNS ?? '';
const keys: MailKey[] = await Promise.all(
  (['rsa-sha256', 'ed25519-sha256'] as const).map(async (algorithm) => {
    const { privateKey } = await signingKeys.generate(algorithm);
    return { domain, selector: algorithm.slice(0, 2), algorithm, privateKey };
  }),
);
const signing = {
  isAllowed: async () => true,
  signerFor: async (_: string, from: string) => ({
    dkim: [],
    sign: (raw: Buffer) => signer.sign(raw, from.includes(`@${domain}`) ? keys : [], clock.nowMs()),
  }),
};
const composing = { composer, links, signing, returnPath: returnPath(tokens, undefined) };

function sendNext(): void {
  while (inFlight < IN_FLIGHT) {
    const next = accepted.shift();
    if (next === undefined) return;
    inFlight++;
    void send(next).finally(() => {
      inFlight--;
      sendNext();
    });
  }
}

/** Claims each recipient, speaks to the relay, and appends the outcome. */
async function send(event: RecordedEmailEvent): Promise<void> {
  if (event.type !== 'EmailAccepted') return;
  const { deliveries } = advance(noProgress(), event);
  const { workspace, correlation } = event.metadata;
  const origin = { workspace, correlation, causation: event.id, actor: 'sender' };
  const body = await emailBody({ ...ledger, blobs: none, composer, renderer: none, links }, event);
  if (body.is !== 'ready') throw new Error(body.reason);
  const envelope = await composeEmail({ ...composing, blobs: none }, event, body.body);
  let revision = 0;
  for (const delivery of deliveries.values()) {
    const { recipient } = delivery;
    const { deliveryId, suppressionId, address } = recipient;
    if (suppressedAmong([suppressionId]).size > 0) continue;
    for (;;) {
      const { granted, retryAfterMs } = await pace.take(workspace, PACE, 1);
      if (granted > 0) break;
      await clock.sleep(retryAfterMs);
    }
    const claim = { type: 'SubmissionAttempted', data: { ...recipientFields(recipient), attempt: 1 } };
    await append(event.stream, revision, newEvents(ledger, origin, [claim]));
    const mail = { recipient: address, deliveryId, workspace, ...envelope.message(recipient) };
    const sender = envelope.sender(recipient);
    const outcome = await mailer.send({ ...mail, sender, reportsComeBack: false });
    if (outcome.outcome === 'unsent' || outcome.outcome === 'waiting') throw new Error(outcome.outcome);
    const events = outcomeEvents(delivery, outcome, { sender, dkim: [] }, { ids, nowMs: clock.nowMs() });
    await append(event.stream, revision + 1, newEvents(ledger, origin, events));
    revision += 1 + events.length;
  }
}

const accepting: AcceptDependencies = {
  ...{ ledger, blobs: none, suppressedAmong, sandboxDomain: 'example.com', creditsPerRecipient: 1 },
  templates: { byId: async () => null, byFriendlyName: async () => null },
  isForeignSender: () => false,
};
const keyHash = hash('sha256', `Bearer ${key}`);
const app = fastify({ logger: false });
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
app.post('/v1/emails', async (request, reply) => {
  if (hash('sha256', request.headers.authorization ?? '') !== keyHash) return reply.code(401).send({});
  const read = readBytes(readEmail, request.body as Buffer);
  if ('issues' in read) return reply.code(422).send({ issues: read.issues });
  const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: ids.uuid(), causation: null };
  const id = emailIdOf(ids, WORKSPACE, String(request.headers['idempotency-key']));
  const receipt = emailReceipt(await acceptEmail(accepting, origin, id, read.value));
  const { createdAt, scheduledFor, suppressedRecipients, creditsConsumed, ...same } = receipt;
  return reply.code(202).send({
    ...same,
    created_at: createdAt,
    scheduled_for: scheduledFor,
    suppressed_recipients: suppressedRecipients,
    credits_consumed: creditsConsumed,
  });
});
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
