import type { WorkspaceEvent } from '../../events/workspace.ts';
import type { PaceLimits } from '../../ports/pace.ts';
import type { Decider } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { type Issue, notFound, Refusal } from '../kernel/refusal.ts';
import { changeWorkspace } from './changeWorkspace.ts';

interface PaceState {
  readonly open: boolean;
  readonly pace: PaceLimits | null;
}

export const sendingPaceDecider: Decider<PaceState, PaceLimits, WorkspaceEvent> = {
  initial: { open: false, pace: null },
  evolve: (state, event) => {
    if (event.type === 'WorkspaceOpened') return { ...state, open: true };
    return event.type === 'SendingPaceSet' ? { ...state, pace: event.data } : state;
  },
  decide: ({ perSecond, perDay }, { open, pace }) => {
    if (!open) throw notFound('There is no such workspace.');
    const issues: Issue[] = [];
    for (const [path, limit] of [
      ['/per_second', perSecond],
      ['/per_day', perDay],
    ] as const) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        issues.push({ path, message: 'must be a whole number from 1' });
    }
    if (issues.length > 0) throw new Refusal('invalid', issues);
    if (pace?.perSecond === perSecond && pace.perDay === perDay) return [];
    return [{ type: 'SendingPaceSet', data: { perSecond, perDay } }];
  },
};

/** Sets how many recipients a second and a UTC day the workspace may send to. */
export const setSendingPace = (ledger: Ledger, origin: Origin, limits: PaceLimits) =>
  changeWorkspace(ledger, origin, sendingPaceDecider, limits);
