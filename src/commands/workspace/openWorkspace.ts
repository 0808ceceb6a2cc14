import { uuid5 } from '../../events/uuid5.ts';
import { type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';

/** Longest name of a workspace, in characters. */
const WORKSPACE_NAME_MAX = 100;

/** The id is derived from the name, so that a name exists once, also when several processes open it. */
export function workspaceIdOf(name: string): string {
  return uuid5('workspace', name);
}

export const workspaceDecider: Decider<'absent' | 'open', { readonly name: string }, WorkspaceEvent> = {
  initial: 'absent',
  evolve: (state, event) => (event.type === 'WorkspaceOpened' ? 'open' : state),
  decide: ({ name }, state) => {
    if (
      !/^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u.test(name) ||
      [...name].length > WORKSPACE_NAME_MAX
    )
      throw invalid('/name', `must be 1 to ${WORKSPACE_NAME_MAX} letters, digits, spaces, dots, dashes`);
    return state === 'open' ? [] : [{ type: 'WorkspaceOpened', data: { name } }];
  },
};

/**
 * Opens the workspace of that name. `opened` is false when it existed already; `position` is that of the event.
 * @throws Refusal `invalid` when the name has a wrong form
 */
export async function openWorkspace(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  name: string,
): Promise<{ id: string; name: string; opened: boolean; position: string | null }> {
  const id = workspaceIdOf(name);
  const origin = { ...by, workspace: id };
  const { position } = await handle(ledger, origin, workspace.stream(id), workspaceDecider, { name });
  return { id, name, opened: position !== null, position };
}
