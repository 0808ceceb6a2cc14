import type { Position } from '../../events/event.ts';
import { workspace } from '../../events/workspace.ts';
import { handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { apiKeysDecider } from './apiKeys.ts';

/** Channel on which processes notify each other of a revoked key; the message is the key's id. */
export const KEY_REVOKED_CHANNEL = 'key-revoked';

/**
 * Revokes a key of the origin's workspace. Resolves with the event's position, null when it was revoked already.
 * The caller publishes the id on KEY_REVOKED_CHANNEL once the read model has the event.
 * @throws Refusal `notFound` when the workspace has no such key
 */
export async function revokeApiKey(ledger: Ledger, origin: Origin, keyId: string): Promise<Position | null> {
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, apiKeysDecider, { do: 'revoke', keyId });
  return position;
}
