import type { WorkspaceEvent } from '../../events/workspace.ts';
import type { Decider } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { changeWorkspace } from './changeWorkspace.ts';

interface SuspensionState {
  readonly open: boolean;
  /** Null: the workspace sends. */
  readonly reason: string | null;
}

interface SuspensionCommand {
  readonly do: 'suspend' | 'resume';
  readonly reason: string;
}

const REASON_MAX = 500;

/** Whether a workspace may send. Suspending it again changes its reason; resuming twice changes nothing. */
const suspensionDecider: Decider<SuspensionState, SuspensionCommand, WorkspaceEvent> = {
  initial: { open: false, reason: null },
  evolve: (state, event) => {
    if (event.type === 'WorkspaceOpened') return { ...state, open: true };
    if (event.type === 'WorkspaceSuspended') return { ...state, reason: event.data.reason };
    return event.type === 'WorkspaceResumed' ? { ...state, reason: null } : state;
  },
  decide: (command, { open, reason: before }) => {
    if (!open) throw notFound('There is no such workspace.');
    const { reason } = command;
    if (!/^\P{Cc}+$/u.test(reason) || [...reason].length > REASON_MAX)
      throw invalid('/reason', `must be one line of 1 to ${REASON_MAX} characters`);
    if (command.do === 'resume')
      return before === null ? [] : [{ type: 'WorkspaceResumed', data: { reason } }];
    return before === reason ? [] : [{ type: 'WorkspaceSuspended', data: { reason } }];
  },
};

/** Suspends or resumes the origin's workspace. @throws Refusal `notFound` without it, `invalid` for the reason */
export const decideSuspension = (ledger: Ledger, origin: Origin, command: SuspensionCommand) =>
  changeWorkspace(ledger, origin, suspensionDecider, command);
