import { isUuid } from '../../events/fieldPatterns.ts';
import { uuid5 } from '../../events/uuid5.ts';
import { type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { ledgerIdOf } from './openLedger.ts';

/** Longest name of a workspace, in characters. */
const WORKSPACE_NAME_MAX = 100;

/** The id follows from ledger and name: a name exists once, also when several processes open it, and in no other ledger. */
export function workspaceIdOf(ledgerId: string, name: string): string {
  return uuid5('workspace', ledgerId, name);
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
 * Opens the workspace of that name, in a ledger that was opened. `opened` is false when it existed already; `position` is that of the event.
 * @throws Refusal `invalid` when the name has a wrong form
 */
export async function openWorkspace(
  ledger: Ledger,
  by: Omit<Origin, 'workspace'>,
  name: string,
): Promise<{ id: string; name: string; opened: boolean; position: string | null }> {
  const ledgerId = await ledgerIdOf(ledger.store);
  if (ledgerId === null) throw new Error('the ledger was not opened');
  const id = workspaceIdOf(ledgerId, name);
  const origin = { ...by, workspace: id };
  const { position } = await handle(ledger, origin, workspace.stream(id), workspaceDecider, { name });
  return { id, name, opened: position !== null, position };
}

/**
 * The workspace of that id or name as the log has it, null when there is none. An id wins over a name that looks like one.
 * @throws EventStoreUnavailable
 */
export async function workspaceNamed(
  store: Pick<EventStore, 'readStream'>,
  nameOrId: string,
): Promise<{ id: string; name: string } | null> {
  const ledgerId = await ledgerIdOf(store);
  if (ledgerId === null) return null;
  const byName = workspaceIdOf(ledgerId, nameOrId);
  for (const id of isUuid(nameOrId) ? [nameOrId.toLowerCase(), byName] : [byName]) {
    const [opened] = await workspace.read(store, id, { limit: 1 });
    if (opened?.type === 'WorkspaceOpened') return { id, name: opened.data.name };
  }
  return null;
}
