import {
  type DeliveryReport,
  type ReportOutcome,
  recordDeliveryReport,
} from '../commands/email/recordDeliveryReport.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Match } from './matchDelivery.ts';

export interface RecordDependencies {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
}

type ReportFacts = Pick<DeliveryReport, 'learned' | 'source' | 'reportId'>;

/** A report may come before the sender has recorded the hand-over: so many attempts wait for that. */
const ATTEMPTS = 8;
const RETRY_MS = 250;

/**
 * Records a report for the first delivery that it fits; `refused` when it fits none of them.
 * @throws EventStoreUnavailable
 */
export async function recordReport(
  { ledger, metrics }: RecordDependencies,
  matches: readonly Match[],
  report: ReportFacts,
): Promise<ReportOutcome> {
  let outcome: ReportOutcome = 'refused';
  for (const match of matches) {
    outcome = await recordWithRetries(ledger, { ...match, ...report });
    if (outcome !== 'refused') break;
  }
  metrics.count('postledger_delivery_reports_total', {
    source: report.source,
    learned: report.learned.is,
    outcome,
  });
  return outcome;
}

async function recordWithRetries(ledger: Ledger, report: Match & ReportFacts): Promise<ReportOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await recordDeliveryReport(ledger, report);
    if (outcome !== 'later' || attempt === ATTEMPTS) return outcome;
    await ledger.clock.sleep(RETRY_MS);
  }
}
