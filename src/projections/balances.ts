import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';

/** Credits of a workspace. The balance is `granted - email - sms`; it may be negative. */
export interface BalanceDocument {
  readonly workspace: string;
  readonly granted: number;
  readonly email: number;
  readonly sms: number;
}

/** What changes a balance. */
export type CreditEvent =
  | Extract<RecordedWorkspaceEvent, { type: 'CreditsGranted' }>
  | Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>
  | Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;

/** Keyed by the workspace's id. Adding is safe: by the document's position no event is folded twice. */
export const balances = projection<BalanceDocument, CreditEvent>({
  name: 'balances',
  version: 1,
  indexes: {},
  key: (event) => event.metadata.workspace,
  on: { CreditsGranted: creditsAfter, EmailAccepted: creditsAfter, SmsAccepted: creditsAfter },
});

const ACCOUNTS = { CreditsGranted: 'granted', EmailAccepted: 'email', SmsAccepted: 'sms' } as const;

/** The sums with those of an event added. */
export function creditsAfter(document: BalanceDocument | null, event: CreditEvent): BalanceDocument {
  const { credits } = event.data;
  const before = document ?? { workspace: event.metadata.workspace, granted: 0, email: 0, sms: 0 };
  if (credits === 0) return before;
  const account = ACCOUNTS[event.type];
  return { ...before, [account]: before[account] + credits };
}

export function balanceOf(document: BalanceDocument | null): number {
  return document === null ? 0 : document.granted - document.email - document.sms;
}
