import type { ReportFacts, ReportFinding, ReportSource } from '../commands/email/deliveryReport.ts';
import {
  type ReportDependencies,
  type ReportOutcome,
  recordDeliveryReport,
} from '../commands/email/recordDeliveryReport.ts';
import type { Proof } from '../events/email.ts';
import type { Ports } from '../ports/ports.ts';
import {
  deliveryOfAddress,
  deliveryOfIds,
  localPartOf,
  type Match,
  matchesByMessageId,
  tokenIn,
} from './matchDelivery.ts';

export type RecordDependencies = ReportDependencies & Pick<Ports, 'tokens' | 'metrics'>;

/** A report as it was read, and what names the delivery that it is about. */
export interface ReadReport {
  readonly source: ReportSource;
  /**
   * What it is worth where no signed address names its delivery: `hook`, a mail service's own word; `signed`, a mail that a
   * feedback loop wrote; `unsigned`, one that anyone may have written.
   */
  readonly proof: Proof;
  /** The same each time it comes. */
  readonly reportId: string;
  /** Its own time; null: it has none. */
  readonly reportedAtMs: number | null;
  /** Addresses whose local parts may be tokens: the report's own recipients, and envelope senders that it names. */
  readonly senders: readonly string[];
  /** Message-IDs without angle brackets, and values of `X-Postledger-Id`. */
  readonly messageIds: readonly string[];
  /** `addresses` may be the recipient's. */
  readonly findings: readonly (ReportFinding & { readonly addresses: readonly string[] })[];
}

/** What a report itself says, by any writer. */
export type ReportContent = Omit<ReadReport, 'proof' | 'reportId'>;

/** A report may come before the sender has recorded the hand-over: so many attempts wait for that. */
const ATTEMPTS = 8;
const RETRY_MS = 250;

/**
 * Records a report for the delivery that its token names, and an unsubscription for that of each token; without one, for
 * that of an `X-Postledger-Id`; else each finding for the first delivery that its Message-ID and addresses fit. `refused`:
 * it fits none.
 * @throws EventStoreUnavailable
 */
export async function recordReport(
  dependencies: RecordDependencies,
  { senders, messageIds, findings, proof, ...report }: ReadReport,
): Promise<readonly ReportOutcome[]> {
  const { tokens } = dependencies;
  const use = report.source === 'mailto' ? 'unsubscribe' : 'bounce';
  const signed = senders.map((one) => deliveryOfAddress(tokens, one, use)).filter((one) => one !== null);
  // Where a bounce came back to a mail service, the address that it names may be our own bounce address.
  const named = findings.map(({ learned, about, addresses }) => ({
    ...{ learned, addresses },
    about: about.filter((address) => address !== '' && tokenIn(localPartOf(address)) === null),
  }));
  const outcomes: ReportOutcome[] = [];
  if (signed.length > 0) {
    const facts = { ...report, findings: named, proof: proof === 'hook' ? proof : 'signed' } as const;
    // One mail may unsubscribe from several; several addresses in a report name the one delivery that it is about.
    for (const match of use === 'unsubscribe' ? signed : signed.slice(0, 1))
      outcomes.push(await recordForFirst(dependencies, [match], facts));
    return outcomes;
  }
  const tagged = deliveryOfIds(tokens, messageIds);
  if (tagged !== null)
    return [await recordForFirst(dependencies, [tagged], { ...report, findings: named, proof })];
  for (const finding of named) {
    const matches = matchesByMessageId(tokens, messageIds, finding.addresses).filter(
      // A report about several recipients is not about 'the only one'.
      ({ recipient }) => findings.length === 1 || recipient !== 'only',
    );
    const facts = { ...report, findings: [finding], proof } as const;
    const outcome = await recordForFirst(dependencies, matches, facts);
    const isOfOne = outcome !== 'refused' || proof !== 'signed';
    outcomes.push(isOfOne ? outcome : await keepForEach(dependencies, messageIds, facts));
  }
  return outcomes;
}

/** Someone complained of a message to several, and nothing says who: it is kept for each of them, as one without proof. */
async function keepForEach(
  dependencies: RecordDependencies,
  messageIds: readonly string[],
  report: ReportFacts,
): Promise<ReportOutcome> {
  let kept: ReportOutcome = 'refused';
  for (const { emailId } of matchesByMessageId(dependencies.tokens, messageIds, []))
    for (let place = 0; ; place++) {
      const one = { ...report, emailId, recipient: { place }, proof: 'unsigned' } as const;
      const outcome = await recordDeliveryReport(dependencies, one);
      if (outcome === 'later') return outcome;
      if (outcome === 'refused') break;
      kept = outcome;
    }
  return kept;
}

async function recordForFirst(
  dependencies: RecordDependencies,
  matches: readonly Match[],
  report: ReportFacts,
): Promise<ReportOutcome> {
  const { ledger, metrics } = dependencies;
  let outcome: ReportOutcome = 'refused';
  for (const match of matches) {
    for (let attempt = 1; ; attempt++) {
      outcome = await recordDeliveryReport(dependencies, { ...match, ...report });
      if (outcome !== 'later' || attempt === ATTEMPTS) break;
      await ledger.clock.sleep(RETRY_MS);
    }
    if (outcome !== 'refused') break;
  }
  metrics.count('postledger_delivery_reports_total', {
    source: report.source,
    learned: report.findings[0]?.learned.is ?? 'nothing',
    outcome,
  });
  return outcome;
}
