import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../runtime/fold/projection.ts';

/** Credits of a workspace. The balance is `granted - email - sms`; it may be negative. */
export interface BalanceDocument {
  readonly workspace: string;
  readonly granted: number;
  readonly email: number;
  readonly sms: number;
}

type Event =
  | Extract<RecordedWorkspaceEvent, { type: 'CreditsGranted' }>
  | Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>
  | Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;

/** Keyed by the workspace's id. Adding is safe: by the document's position no event is folded twice. */
export const balances = projection<BalanceDocument, Event>({
  name: 'balances',
  version: 1,
  indexes: {},
  key: (event) => event.metadata.workspace,
  on: {
    CreditsGranted: (document, event) => added(document, event, 'granted'),
    EmailAccepted: (document, event) => added(document, event, 'email'),
    SmsAccepted: (document, event) => added(document, event, 'sms'),
  },
});

function added(
  document: BalanceDocument | null,
  { data: { credits }, metadata: { workspace } }: Event,
  account: 'granted' | 'email' | 'sms',
): BalanceDocument {
  const before = document ?? { workspace, granted: 0, email: 0, sms: 0 };
  if (credits === 0) return before;
  return { ...before, [account]: before[account] + credits };
}

export function balanceOf(document: BalanceDocument | null): number {
  return document === null ? 0 : document.granted - document.email - document.sms;
}
