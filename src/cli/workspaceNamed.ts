import type { Ledger, Origin } from '../commands/kernel/ledger.ts';
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
  { ledger, options }: Pick<LedgerCall, 'ledger' | 'options'>,
  nameOrId: string = options.workspace,
): Promise<NamedWorkspace> {
  const found = await named(ledger.store, nameOrId);
  if (found === null)
    throw new CliError(
      `there is no workspace ${nameOrId}; \`postledger workspaces list\` shows them.`,
      'not_found',
    );
  return { id: found.id, name: found.name, origin: operatorOrigin(ledger, found.id) };
}

/** An operator at the command line, acting on a workspace. */
export function operatorOrigin({ ids }: Pick<Ledger, 'ids'>, workspace: string): Origin {
  return { workspace, actor: 'operator', correlation: ids.uuid(), causation: null };
}
