import type { Position } from '../../events/event.ts';
import { type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

/**
 * Decides on the stream of the origin's workspace; resolves with the position of the event, null where nothing changed.
 * @throws the errors of `handle`
 */
export async function changeWorkspace<State, Command>(
  ledger: Ledger,
  origin: Origin,
  decider: Decider<State, Command, WorkspaceEvent>,
  command: Command,
): Promise<Position | null> {
  const { position } = await handle(ledger, origin, workspace.stream(origin.workspace), decider, command);
  return position;
}
