import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import { type BalanceDocument, balanceOf, type CreditEvent, creditsAfter } from './balances.ts';
import { documentsOf } from './pages.ts';

/** Credits granted and used in one calendar month (UTC). All months of a workspace sum to its balance. */
export interface CreditMonthDocument extends BalanceDocument {
  /** YYYY-MM. */
  readonly month: string;
}

const monthOf = (instant: string) => instant.slice(0, 'YYYY-MM'.length);

/** Keyed by workspace and month. An event counts in the month of its own time, not of its folding. */
export const creditMonths = projection<CreditMonthDocument, CreditEvent>({
  name: 'credit_months',
  version: 1,
  indexes: { byMonth: ['workspace', 'month'] },
  key: ({ metadata }) => `${metadata.workspace}/${monthOf(metadata.at)}`,
  on: { CreditsGranted: inMonth, EmailAccepted: inMonth, SmsAccepted: inMonth },
});

/** The sums are those of the balance, so that the two can't differ. */
function inMonth(document: CreditMonthDocument | null, event: CreditEvent): CreditMonthDocument {
  return { ...creditsAfter(document, event), month: monthOf(event.metadata.at) };
}

/** The months of a workspace in which something was granted or accepted, ascending, with the balance before and after each. */
export async function* creditMonthsOf(collection: Collection<CreditMonthDocument>, workspace: string) {
  const valuesOf = ({ month }: CreditMonthDocument) => [workspace, month];
  const query = { index: 'byMonth', equals: [workspace] };
  let opening = 0;
  for await (const document of documentsOf(collection, query, valuesOf)) {
    const { month, granted, email, sms } = document;
    const closing = opening + balanceOf(document);
    yield { month, opening, granted, email, sms, closing };
    opening = closing;
  }
}
