import type { WorkspaceEvent } from '../../events/workspace.ts';
import type { Decider } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { changeWorkspace } from './changeWorkspace.ts';

/** Of one grant: thousands of them still add up exactly. */
export const MOST_GRANTED = 1_000_000_000_000;

/** A grant may be negative, to correct a mistake. */
export const creditsDecider: Decider<'absent' | 'open', { readonly credits: number }, WorkspaceEvent> = {
  initial: 'absent',
  evolve: (state, event) => (event.type === 'WorkspaceOpened' ? 'open' : state),
  decide: ({ credits }, state) => {
    if (state === 'absent') throw notFound('There is no such workspace.');
    if (!Number.isSafeInteger(credits) || credits === 0 || Math.abs(credits) > MOST_GRANTED)
      throw invalid('/credits', `must be a whole number other than 0, and ${MOST_GRANTED} at most`);
    return [{ type: 'CreditsGranted', data: { credits } }];
  },
};

export const grantCredits = (ledger: Ledger, origin: Origin, credits: number) =>
  changeWorkspace(ledger, origin, creditsDecider, { credits });
