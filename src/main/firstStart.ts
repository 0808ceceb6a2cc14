import type { Ledger } from '../commands/kernel/ledger.ts';
import { createApiKey } from '../commands/workspace/createApiKey.ts';
import { openWorkspace } from '../commands/workspace/openWorkspace.ts';
import { SCOPES } from '../commands/workspace/scopes.ts';
import type { Position } from '../events/event.ts';

const DEFAULT_WORKSPACE = 'default';

export interface FirstKey {
  readonly keyId: string;
  readonly key: string;
  readonly position: Position | null;
}

/**
 * Opens the workspace `default` and makes a key with every scope, once in the life of a ledger: of several first
 * starts at once, one does. Null when the workspace was there.
 */
export async function firstStart(ledger: Ledger): Promise<FirstKey | null> {
  const by = { actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  const { id, opened } = await openWorkspace(ledger, by, DEFAULT_WORKSPACE);
  if (!opened) return null;
  const {
    id: keyId,
    key,
    position,
  } = await createApiKey(
    ledger,
    { ...by, workspace: id },
    { scopes: SCOPES, name: 'first key', expiresAtMs: null },
  );
  return { keyId, key, position };
}
