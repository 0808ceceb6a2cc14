import { type AddressEvidence, isRefusedTwice, NO_EVIDENCE } from '../../events/addressEvidence.ts';
import { email, type RecipientEvent } from '../../events/email.ts';
import type { EmailRecipient } from '../../events/emailAccepted.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { uuid5 } from '../../events/uuid5.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import { awaitDocument } from '../../follow/reached.ts';
import { instant } from '../../ports/clock.ts';
import type { Collection } from '../../ports/documents.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';
import { type Fate, type FateEvent, type Fates, fateOf, NO_FATES, withEvent } from './deliveryFate.ts';
import type { DeliveryReport, Learned, ReportFacts, ReportFinding } from './deliveryReport.ts';
import { isUnsubscribed, type SuppressionOf, suppressionNow } from './unsubscribing.ts';

/**
 * Result of a report. `known`: it says nothing new. `later`: the sender is in an SMTP dialogue now, and its own outcome
 * must come first; the report must be sent again. `refused`: its delivery was never handed over.
 */
export type ReportOutcome = 'recorded' | 'known' | 'later' | 'refused';

type Decided = RecipientEvent & { readonly id: string };
type Bounce = Extract<Learned, { is: 'bounced' }>;
/** The recipient of an event, and its evidence. */
type BouncedOf = Omit<Extract<RecipientEvent, { type: 'Bounced' }>['data'], keyof Bounce> & {
  readonly reportedAt: string;
};
type Judgement = { readonly outcome: ReportOutcome; readonly events: readonly Decided[] };

/** The read model of the evidence on addresses, by `suppressionId`. */
export type KnownAddresses = Pick<Collection<AddressEvidence>, 'get' | 'getForFold'>;

export interface ReportDependencies {
  readonly ledger: Ledger;
  readonly known: KnownAddresses;
  readonly suppressionOf: SuppressionOf;
}

/** Least time between two recorded delays of one delivery. */
const DELAY_INTERVAL_MS = 3_600_000;
/** Reports without proof that are kept for one delivery: anyone who has a Message-ID can send any number. */
const MAX_KEPT = 8;

/**
 * The one decision about what was reported after the submission, over `email-{id}`. An outcome needs evidence from the
 * thing itself: a Permanent bounce needs a hard code about the recipient's own address, signed or from a hook, or two
 * weaker reports or refusals (`isRefusedTwice`); everything else is Transient, or kept. A repeated report adds nothing,
 * and a report counts by its own time.
 */
export const deliveryReportDecider: Decider<Fates, DeliveryReport, FateEvent> = {
  initial: NO_FATES,
  mayLackParts: true,
  evolve: withEvent,
  decide: (report, fates) => judged(report, fates).events,
};

/**
 * @throws EventStoreUnavailable; then the report must be sent again, and nothing is written twice
 */
export async function recordDeliveryReport(
  { ledger, known, suppressionOf }: ReportDependencies,
  report: ReportFacts & Pick<DeliveryReport, 'emailId' | 'recipient'>,
): Promise<ReportOutcome> {
  const stream = email.stream(report.emailId);
  const { state } = await foldedStream(ledger.store, stream, deliveryReportDecider);
  if (state.accepted === null) return 'refused';
  const { workspace, correlation, eventId: causation } = state.accepted;
  const named = {
    ...report,
    suppressionIdOf: (address: string) => suppressionIdOf(ledger.ids, workspace, address),
  };
  const recipient = recipientOf(named, state);
  if (recipient === null) return 'refused';
  const isHard = isHardBounce(findingFor(named, recipient).learned);
  const key = recipient.suppressionId;
  const evidence = (isHard ? await known.get(key) : null)?.document ?? NO_EVIDENCE;
  const isAgain =
    report.findings.some(({ learned }) => learned.is === 'unsubscribed') &&
    fateOf(state, recipient.deliveryId).unsubscribedAtMs !== null;
  const isSuppressed = !isAgain || (await suppressionNow(recipient, suppressionOf)) !== null;
  const origin = { workspace, actor: 'intake', correlation, causation };
  const received = { ...named, evidence, isSuppressed, atMs: ledger.clock.nowMs() };
  const decided = await handle(ledger, origin, stream, deliveryReportDecider, received);
  const { outcome } = judged(received, decided.before);
  if (!isHard || (outcome !== 'recorded' && outcome !== 'known')) return outcome;
  if (fateOf(decided.state, recipient.deliveryId).bounced === 'Permanent') return outcome;
  // Reports that come together have not seen each other: the last one in the log sees them all.
  const all = await awaitDocument(known, key, decided.position, ledger.clock);
  if (all === null || !isRefusedTwice(all.document)) return outcome;
  const together = { ...received, evidence: all.document, reportId: `${report.reportId} with others` };
  await handle(ledger, origin, stream, deliveryReportDecider, together);
  return outcome;
}

const isHardBounce = (learned: Learned) =>
  learned.is === 'bounced' && (learned.bounceType === 'Permanent' || learned.hard === true);

const nothing = (outcome: Exclude<ReportOutcome, 'recorded'>): Judgement => ({ outcome, events: [] });

function judged(report: DeliveryReport, fates: Fates): Judgement {
  const recipient = recipientOf(report, fates);
  if (recipient === null || recipient.sandbox) return nothing('refused');
  const fate = fateOf(fates, recipient.deliveryId);
  // Before the first attempt no other server can know of the message.
  if (fate.attempts === 0) return nothing('refused');
  if (fate.at === 'claimed') return nothing('later');
  const events = eventsOf(report, recipient, fate).map((event) => ({
    ...event,
    id: uuid5('delivery report', recipient.deliveryId, subjectOf(event), report.reportId),
  }));
  const isNew = events.length > 0 && !events.some(({ id }) => fate.reports.includes(id));
  return isNew ? { outcome: 'recorded', events } : nothing('known');
}

/** The same for a report that becomes an outcome and for one that is kept, so that it is known in either form. */
const subjectOf = (event: RecipientEvent) => (event.type === 'ReportKept' ? event.data.says : event.type);

function recipientOf(
  { recipient, suppressionIdOf }: Pick<DeliveryReport, 'recipient' | 'suppressionIdOf'>,
  { accepted }: Fates,
): EmailRecipient | null {
  const recipients = accepted?.recipients ?? [];
  if (recipient === 'only') return recipients.length === 1 ? (recipients[0] ?? null) : null;
  if ('place' in recipient) return recipients[recipient.place] ?? null;
  const named = suppressionIdOf(recipient.address);
  return recipients.find(({ suppressionId }) => suppressionId === named) ?? null;
}

const BY_MILDNESS: readonly Learned['is'][] = ['delivered', 'delayed', 'bounced'];

/**
 * The finding that counts for a recipient: one about its own address before all others. Of several others the mildest: the
 * recipient forwards to them, and is reached as long as one of them is; where none is, no one's reason is the recipient's.
 */
function findingFor(report: Named, recipient: EmailRecipient): ReportFinding {
  const { findings } = report;
  const own = findings.filter((finding) => isAbout(finding, report, recipient));
  const [first, ...others] = own.length > 0 ? own : findings;
  if (first === undefined) throw new Error('a report without a finding');
  const rank = ({ learned }: ReportFinding) =>
    2 * BY_MILDNESS.indexOf(learned.is) + (isHardBounce(learned) ? 1 : 0);
  const mildest = others.reduce((mild, other) => (rank(other) < rank(mild) ? other : mild), first);
  const { learned } = mildest;
  if (own.length > 0 || others.length === 0 || learned.is !== 'bounced') return mildest;
  const { is, diagnosticCode } = learned;
  return {
    learned: { is, bounceType: 'Transient', bounceSubType: 'General', diagnosticCode },
    about: findings.flatMap(({ about }) => about),
  };
}

type Named = Pick<DeliveryReport, 'findings' | 'suppressionIdOf'>;

const isAbout = ({ about }: ReportFinding, { suppressionIdOf }: Named, { suppressionId }: EmailRecipient) =>
  about.length === 0 || about.some((one) => suppressionIdOf(one) === suppressionId);

function eventsOf(report: DeliveryReport, recipient: EmailRecipient, fate: Fate): RecipientEvent[] {
  const { source, proof, atMs } = report;
  const finding = findingFor(report, recipient);
  const { learned } = finding;
  const isOwn = isAbout(finding, report, recipient);
  const of = recipientFields(recipient);
  const reportedAtMs = Math.min(Math.max(report.reportedAtMs ?? atMs, fate.attemptedAtMs), atMs);
  const evidence = {
    ...{ source, proof, reportedAt: instant(reportedAtMs) },
    ...(!isOwn && { about: finding.about.join(', ') }),
  };
  const kept = (says: 'Delivered' | 'Complained' | 'Unsubscribed', diagnosticCode: string | null = null) =>
    fate.kept < MAX_KEPT
      ? [{ type: 'ReportKept' as const, data: { ...of, says, diagnosticCode, ...evidence } }]
      : [];
  // A wish that a mail says is about an address is the recipient's own only where it is that of the recipient.
  const isProof = proof !== 'unsigned' && (isOwn || source !== 'arf');
  switch (learned.is) {
    case 'bounced':
      return bouncedEvents(learned, isOwn, report, fate, { ...of, ...evidence });
    case 'delayed': {
      // A delivery that is not handed over yet is retried by the sender, which records its own delays.
      if (fate.at !== 'submitted') return [];
      if (fate.delayedAtMs !== null && atMs - fate.delayedAtMs < DELAY_INTERVAL_MS) return [];
      const { diagnosticCode } = learned;
      const data = { ...of, attempt: fate.attempts, diagnosticCode, nextAttemptAt: null, ...evidence };
      return [{ type: 'DeliveryDelayed', data }];
    }
    case 'delivered': {
      if (fate.delivered) return [];
      if (proof === 'unsigned') return kept('Delivered', learned.response);
      const delivered = {
        type: 'Delivered',
        data: { ...of, response: learned.response, ...evidence },
      } as const;
      // After a deferral the server accepted it although its answer was lost: it must not be sent again.
      return fate.at === 'delayed'
        ? [{ type: 'Submitted', data: { ...of, response: null } }, delivered]
        : [delivered];
    }
    case 'complained':
      if (fate.complained) return [];
      return isProof ? [{ type: 'Complained', data: { ...of, ...evidence } }] : kept('Complained');
    case 'unsubscribed':
      if (isUnsubscribed(fate, atMs, report.isSuppressed)) return [];
      return isProof
        ? [
            {
              type: 'Unsubscribed',
              data: { ...of, way: source === 'mailto' ? 'mail' : 'report', ...evidence },
            },
          ]
        : kept('Unsubscribed');
  }
}

/** What a refusal adds. `of`: the recipient, and the evidence. */
function bouncedEvents(
  { is: _, hard, ...refusal }: Bounce,
  isOwn: boolean,
  { proof, emailId, evidence }: DeliveryReport,
  fate: Fate,
  of: BouncedOf,
): RecipientEvent[] {
  if (fate.bounced === 'Permanent') return [];
  const isProof = refusal.bounceType === 'Permanent' && isOwn && proof !== 'unsigned';
  const isHard = refusal.bounceType === 'Permanent' || hard === true;
  const refusals = [...evidence.refusals, { emailId, atMs: Date.parse(of.reportedAt) }];
  if (isProof || (isHard && isRefusedTwice({ ...evidence, refusals }))) {
    const repeated = fate.bounced === null ? {} : { repeated: true };
    return [{ type: 'Bounced', data: { ...of, ...refusal, bounceType: 'Permanent', ...repeated } }];
  }
  // What is still being sent does not end because of a report that anyone could have written.
  if (fate.bounced !== null || (fate.at === 'delayed' && proof === 'unsigned')) {
    const { diagnosticCode } = refusal;
    const data = { ...of, says: 'Bounced' as const, diagnosticCode, hard: true };
    return isHard && fate.kept < MAX_KEPT ? [{ type: 'ReportKept', data }] : [];
  }
  const weaker = isHard ? ({ bounceSubType: 'General', hard: true } as const) : {};
  return [{ type: 'Bounced', data: { ...of, ...refusal, bounceType: 'Transient', ...weaker } }];
}
