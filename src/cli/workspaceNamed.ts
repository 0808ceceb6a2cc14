import type { Origin } from '../commands/kernel/ledger.ts';
import { workspaceNamed as named } from '../commands/workspace/openWorkspace.ts';
import { CliError, type LedgerCall } from './cli.ts';

/** A workspace, and the origin of what an operator does in it. */
export interface NamedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
}

/**
 * The workspace of `--workspace`, by name or id.
 * @throws CliError when there is none
 */
export async function workspaceNamed(
  call: Pick<LedgerCall, 'ledger' | 'options' | 'settings'>,
  nameOrId: string = call.options.workspace,
): Promise<NamedWorkspace> {
  const found = await named(call.ledger.store, nameOrId);
  if (found === null)
    throw new CliError(
      `there is no workspace ${nameOrId}; \`postledger workspaces list\` shows them.`,
      'not_found',
    );
  return { id: found.id, name: found.name, origin: operatorOrigin(call, found.id) };
}

/** An operator at the command line, acting on a workspace: under the name of `--as`, or of the settings. */
export function operatorOrigin(
  { ledger: { ids }, settings }: Pick<LedgerCall, 'ledger' | 'settings'>,
  workspace: string,
): Origin {
  const { POSTLEDGER_OPERATOR: person } = settings;
  const origin = { workspace, actor: 'operator', correlation: ids.uuid(), causation: null };
  return person === undefined ? origin : { ...origin, person };
}
