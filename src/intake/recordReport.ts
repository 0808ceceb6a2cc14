import type { Finding, ReportFacts, ReportSource } from '../commands/email/deliveryReport.ts';
import {
  type ReportDependencies,
  type ReportOutcome,
  recordDeliveryReport,
} from '../commands/email/recordDeliveryReport.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Tokens } from '../ports/tokens.ts';
import {
  deliveryOfAddress,
  deliveryOfIds,
  isTokenLike,
  localPartOf,
  type Match,
  matchesByMessageId,
} from './matchDelivery.ts';

export interface RecordDependencies extends ReportDependencies {
  readonly tokens: Tokens;
  readonly metrics: Metrics;
}

/** A report as it was read, and what names the delivery that it is about. */
export interface ReadReport {
  readonly source: ReportSource;
  /** It is a mail, which anyone may have written: then its proof is a signed address in it, or there is none. */
  readonly isByMail: boolean;
  /** The same each time it comes. */
  readonly reportId: string;
  /** Its own time; null: it has none. */
  readonly reportedAtMs: number | null;
  /** Addresses whose local parts may be tokens: the report's own recipients, and envelope senders that it names. */
  readonly senders: readonly string[];
  /** Message-IDs without angle brackets, and values of `X-Postledger-Id`. */
  readonly messageIds: readonly string[];
  /** `addresses` may be the recipient's. */
  readonly findings: readonly (Finding & { readonly addresses: readonly string[] })[];
}

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
  { senders, messageIds, findings, isByMail, ...report }: ReadReport,
): Promise<readonly ReportOutcome[]> {
  const { tokens } = dependencies;
  const use = report.source === 'mailto' ? 'unsubscribe' : 'bounce';
  const signed = senders.map((one) => deliveryOfAddress(tokens, one, use)).filter((one) => one !== null);
  // Where a bounce came back to a mail service, the address that it names may be our own bounce address.
  const named = findings.map(({ learned, about, addresses }) => ({
    ...{ learned, addresses },
    about: about.filter((address) => address !== '' && !isTokenLike(localPartOf(address))),
  }));
  const outcomes: ReportOutcome[] = [];
  if (signed.length > 0) {
    const facts = { ...report, findings: named, proof: isByMail ? 'signed' : 'hook' } as const;
    // One mail may unsubscribe from several; several addresses in a report name the one delivery that it is about.
    for (const match of use === 'unsubscribe' ? signed : signed.slice(0, 1))
      outcomes.push(await recordForFirst(dependencies, [match], facts));
    return outcomes;
  }
  const unproven = isByMail ? 'unsigned' : 'hook';
  const tagged = deliveryOfIds(tokens, messageIds);
  if (tagged !== null)
    return [await recordForFirst(dependencies, [tagged], { ...report, findings: named, proof: unproven })];
  for (const finding of named) {
    const matches = matchesByMessageId(tokens, messageIds, finding.addresses).filter(
      // A report about several recipients is not about 'the only one'.
      ({ recipient }) => findings.length === 1 || recipient !== 'only',
    );
    const facts = { ...report, findings: [finding], proof: unproven } as const;
    outcomes.push(await recordForFirst(dependencies, matches, facts));
  }
  return outcomes;
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
