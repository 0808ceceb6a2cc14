import { findWorkspace } from '../projections/workspaces.ts';
import type { LedgerCall } from './cli.ts';
import { CliError } from './cliError.ts';

/** The workspace of `--workspace`, by name or id. */
export async function workspaceNamed(
  { context, options }: Pick<LedgerCall, 'context' | 'options'>,
  nameOrId: string = options.workspace,
): Promise<{ readonly id: string; readonly name: string }> {
  const found = await findWorkspace(context.models.workspaces, nameOrId);
  if (found === null)
    throw new CliError(
      `there is no workspace ${nameOrId}; \`postledger workspaces list\` shows those there are.`,
    );
  return { id: found.id, name: found.name };
}
