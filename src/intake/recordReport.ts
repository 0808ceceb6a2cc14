import {
  type DeliveryReport,
  learnOfDelivery,
  type ReportOutcome,
} from '../commands/email/learnOfDelivery.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Match } from './matchDelivery.ts';

export interface RecordDependencies {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
}

type ReportFacts = Pick<DeliveryReport, 'learned' | 'source' | 'reportId'>;

/** A report may be faster than the sender's own record of the hand-over, which is waited for this long. */
const LOOKS = 8;
const LOOK_EVERY_MS = 250;

/**
 * Records a report for the first of the deliveries that it can be of; `refused` when it is of none of them.
 * @throws EventStoreUnavailable
 */
export async function recordReport(
  { ledger, metrics }: RecordDependencies,
  matches: readonly Match[],
  told: ReportFacts,
): Promise<ReportOutcome> {
  let outcome: ReportOutcome = 'refused';
  for (const match of matches) {
    outcome = await recordWithRetries(ledger, { ...match, ...told });
    if (outcome !== 'refused') break;
  }
  metrics.count('postledger_delivery_reports_total', {
    source: told.source,
    learned: told.learned.is,
    outcome,
  });
  return outcome;
}

async function recordWithRetries(ledger: Ledger, report: Match & ReportFacts): Promise<ReportOutcome> {
  for (let look = 1; ; look++) {
    const outcome = await learnOfDelivery(ledger, report);
    if (outcome !== 'later' || look === LOOKS) return outcome;
    await ledger.clock.sleep(LOOK_EVERY_MS);
  }
}
