import type { Ledger, Origin } from '../kernel/ledger.ts';
import { apiKeysDecider } from './apiKeys.ts';
import { changeWorkspace } from './changeWorkspace.ts';

/**
 * Revokes a key of the origin's workspace. Resolves with the event's position, null when it was revoked already.
 * @throws Refusal `notFound` when the workspace has no such key
 */
export const revokeApiKey = (ledger: Ledger, origin: Origin, keyId: string) =>
  changeWorkspace(ledger, origin, apiKeysDecider, { do: 'revoke', keyId });
