import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import type { Projection } from '../runtime/projection.ts';

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

/** Keyed by the workspace's id. Adding is safe: the document's position keeps an event from being folded twice. */
export const balances: Projection<BalanceDocument, Event> = {
  name: 'balances',
  version: 1,
  types: ['CreditsGranted', 'EmailAccepted', 'SmsAccepted'],
  indexes: {},
  key: (event) => event.metadata.workspace,
  fold: (document, event) => {
    const before = document ?? { workspace: event.metadata.workspace, granted: 0, email: 0, sms: 0 };
    const { credits } = event.data;
    switch (event.type) {
      case 'CreditsGranted':
        return { ...before, granted: before.granted + credits };
      case 'EmailAccepted':
        return { ...before, email: before.email + credits };
      case 'SmsAccepted':
        return { ...before, sms: before.sms + credits };
    }
  },
};

export function balanceOf(document: BalanceDocument | null): number {
  return document === null ? 0 : document.granted - document.email - document.sms;
}
