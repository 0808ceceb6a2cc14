import type { Ledger } from '../commands/kernel/ledger.ts';
import { type CreatedApiKey, createApiKey } from '../commands/workspace/apiKeys.ts';
import { openWorkspace } from '../commands/workspace/openWorkspace.ts';
import { SCOPES } from '../commands/workspace/scopes.ts';

const DEFAULT_WORKSPACE = 'default';

/**
 * Opens the workspace `default` and makes a key with every scope, once in the life of a ledger: when several processes
 * start at once, only one does. Null when the workspace was there.
 */
export async function firstStart(ledger: Ledger): Promise<CreatedApiKey | null> {
  const by = { actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  const { id: workspace, opened } = await openWorkspace(ledger, by, DEFAULT_WORKSPACE);
  if (!opened) return null;
  const name = 'first key';
  return createApiKey(ledger, { ...by, workspace }, { scopes: SCOPES, name, expiresAtMs: null });
}
