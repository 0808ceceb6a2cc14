import { workspace } from '../../events/workspace.ts';
import { instant } from '../../ports/clock.ts';
import { handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { apiKeyHash, apiKeyIdOf, newApiKeySecret } from './apiKeySecret.ts';
import { apiKeysDecider } from './apiKeys.ts';
import { SCOPES } from './scopes.ts';

export interface CreatedApiKey {
  readonly id: string;
  /** The secret itself: shown once, kept nowhere. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly position: string | null;
}

/**
 * Makes a key for the origin's workspace. `expiresAtMs`: milliseconds since 1970, null for never.
 * @throws Refusal `notFound` without such a workspace, `invalid` for bad scopes, name or expiry
 */
export async function createApiKey(
  ledger: Ledger,
  origin: Origin,
  {
    scopes,
    name,
    expiresAtMs,
  }: { scopes: readonly string[]; name: string | null; expiresAtMs: number | null },
): Promise<CreatedApiKey> {
  const key = newApiKeySecret(ledger.ids);
  const hash = apiKeyHash(key);
  const id = apiKeyIdOf(hash);
  const { position } = await handle(ledger, origin, workspace.stream(origin.workspace), apiKeysDecider, {
    do: 'create',
    keyId: id,
    hash,
    name,
    scopes,
    expiresAtMs,
    nowMs: ledger.clock.nowMs(),
  });
  return {
    id,
    key,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt: expiresAtMs === null ? null : instant(expiresAtMs),
    position,
  };
}
