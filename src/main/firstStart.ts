import { decideOn } from '../commands/kernel/decider.ts';
import { entryIn } from '../commands/kernel/immutableMap.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import { apiKeyHash, apiKeyIdOf, newApiKeySecret } from '../commands/workspace/apiKeySecret.ts';
import { apiKeysDecider } from '../commands/workspace/apiKeys.ts';
import { ledgerOpened } from '../commands/workspace/openLedger.ts';
import { workspaceDecider, workspaceIdOf } from '../commands/workspace/openWorkspace.ts';
import { SCOPES } from '../commands/workspace/scopes.ts';
import { workspace } from '../events/workspace.ts';

const DEFAULT_WORKSPACE = 'default';

/** Keeps the first key for its owner: the log has only its hash. */
export interface FirstKeyKeeper {
  /**
   * Called before the key is appended: once this resolves, on disk. With the key that is kept, which may be an earlier one, but none
   * that was kept before the ledger was opened (`openedAtMs`, since 1970): that is of another ledger.
   */
  keep(key: string, openedAtMs: number): Promise<string>;
  /** The key that is kept was appended. */
  made(key: string): Promise<void>;
  /** The key that is kept is none: another process made one and keeps it elsewhere. */
  drop(): Promise<void>;
}

/** Of callers that get the key as the result. */
const KEPT_BY_CALLER: FirstKeyKeeper = {
  keep: async (key) => key,
  made: async () => {},
  drop: async () => {},
};

/**
 * Opens the workspace `default` with a key that has every scope, in one append, once in the life of a ledger: when several
 * processes start at once, only one does. Null when the workspace had a key, also one that was revoked.
 */
export async function firstStart(
  ledger: Ledger,
  keeper: FirstKeyKeeper = KEPT_BY_CALLER,
): Promise<{ readonly id: string; readonly key: string } | null> {
  const opened = await ledgerOpened(ledger.store);
  if (opened === null) throw new Error('the ledger was not opened');
  const id = workspaceIdOf(opened.ledgerId, DEFAULT_WORKSPACE);
  const by = { workspace: id, actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  let first = null as { readonly id: string; readonly key: string } | null;
  const stream = workspace.stream(id);
  const { state, position } = await decideOn(ledger, by, stream, apiKeysDecider, async ({ state: found }) => {
    if (found.keys.size > 0) return [];
    const key = await keeper.keep(newApiKeySecret(ledger.ids), opened.atMs);
    const hash = apiKeyHash(key);
    first = { id: apiKeyIdOf(hash), key };
    const create = { keyId: first.id, hash, name: 'first key', scopes: SCOPES, expiresAtMs: null };
    return [
      ...workspaceDecider.decide({ name: DEFAULT_WORKSPACE }, found.open ? 'open' : 'absent'),
      ...apiKeysDecider.decide(
        { ...create, do: 'create', nowMs: ledger.clock.nowMs() },
        { ...found, open: true },
      ),
    ];
  });
  if (first === null) return null;
  if (position === null) {
    if (entryIn(state.keys, first.id) === undefined) await keeper.drop();
    return null;
  }
  await keeper.made(first.key);
  return first;
}
