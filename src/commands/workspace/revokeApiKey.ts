import type { Ledger, Origin } from '../kernel/ledger.ts';
import { apiKeysDecider } from './apiKeys.ts';
import { changeWorkspace } from './changeWorkspace.ts';

/** Channel on which processes notify each other of a revoked key; the message is the key's id. */
export const KEY_REVOKED_CHANNEL = 'key-revoked';

/**
 * Revokes a key of the origin's workspace. Resolves with the event's position, null when it was revoked already.
 * The caller publishes the id on KEY_REVOKED_CHANNEL once the read model has the event.
 * @throws Refusal `notFound` when the workspace has no such key
 */
export const revokeApiKey = (ledger: Ledger, origin: Origin, keyId: string) =>
  changeWorkspace(ledger, origin, apiKeysDecider, { do: 'revoke', keyId });
