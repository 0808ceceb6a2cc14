import type { Tracked, WorkspaceEvent } from '../../events/workspace.ts';
import { instant } from '../../ports/clock.ts';
import type { Decider } from '../kernel/decider.ts';
import { EMPTY_MAP, entryIn, type ImmutableMap, withEntry } from '../kernel/immutableMap.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { type Issue, notFound, Refusal } from '../kernel/refusal.ts';
import { apiKeyHash, apiKeyIdOf, newApiKeySecret } from './apiKeySecret.ts';
import { changeWorkspace } from './changeWorkspace.ts';
import { isScope, SCOPES } from './scopes.ts';

interface NewApiKey {
  readonly name: string | null;
  readonly scopes: readonly string[];
  /** What is counted of a mail by SMTP that does not say; absent: nothing. */
  readonly track?: readonly Tracked[];
  /** Milliseconds since 1970; null: never. */
  readonly expiresAtMs: number | null;
}

type CreateApiKey = NewApiKey & {
  readonly do: 'create';
  readonly keyId: string;
  readonly hash: string;
  readonly nowMs: number;
};

export type ApiKeyCommand = CreateApiKey | { readonly do: 'revoke'; readonly keyId: string };

export interface ApiKeysState {
  readonly open: boolean;
  readonly keys: ImmutableMap<'active' | 'revoked'>;
}

const API_KEY_NAME_MAX = 100;

/** The keys of one workspace. Revoking twice changes nothing. */
export const apiKeysDecider: Decider<ApiKeysState, ApiKeyCommand, WorkspaceEvent> = {
  initial: { open: false, keys: EMPTY_MAP },
  evolve: (state, event) => {
    if (event.type === 'WorkspaceOpened') return { ...state, open: true };
    if (event.type === 'ApiKeyCreated')
      return { ...state, keys: withEntry(state.keys, event.data.keyId, 'active') };
    if (event.type === 'ApiKeyRevoked')
      return { ...state, keys: withEntry(state.keys, event.data.keyId, 'revoked') };
    return state;
  },
  decide: (command, state) => {
    if (!state.open) throw notFound('There is no such workspace.');
    if (command.do === 'revoke') {
      const key = entryIn(state.keys, command.keyId);
      if (key === undefined) throw notFound('There is no such key.');
      return key === 'revoked' ? [] : [{ type: 'ApiKeyRevoked', data: { keyId: command.keyId } }];
    }
    const { keyId, hash, name, expiresAtMs, track = [] } = command;
    const issues = keyIssues(command);
    if (issues.length > 0) throw new Refusal('invalid', issues);
    const scopes = SCOPES.filter((scope) => command.scopes.includes(scope));
    const expiresAt = expiresAtMs === null ? null : instant(expiresAtMs);
    const tracked = track.length > 0 ? { track: [...track] } : {};
    return [{ type: 'ApiKeyCreated', data: { keyId, name, hash, scopes, ...tracked, expiresAt } }];
  },
};

function keyIssues({ name, scopes, expiresAtMs, nowMs }: CreateApiKey): Issue[] {
  const issues: Issue[] = [];
  if (name !== null && (name === '' || [...name].length > API_KEY_NAME_MAX))
    issues.push({ path: '/name', message: `must have 1 to ${API_KEY_NAME_MAX} characters` });
  if (scopes.length === 0) issues.push({ path: '/scopes', message: 'must name at least one scope' });
  scopes.forEach((scope, at) => {
    if (!isScope(scope))
      issues.push({ path: `/scopes/${at}`, message: `must be one of ${SCOPES.join(', ')}` });
  });
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    issues.push({ path: '/expires_at', message: 'must lie in the future' });
  return issues;
}

export interface CreatedApiKey {
  readonly id: string;
  /** The secret itself: shown once, stored nowhere. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly position: string | null;
}

/**
 * Creates a key for the origin's workspace. `expiresAtMs`: milliseconds since 1970, null for never.
 * @throws Refusal `notFound` without such a workspace, `invalid` for bad scopes, name or expiry
 */
export async function createApiKey(
  ledger: Ledger,
  origin: Origin,
  { scopes, track = [], name, expiresAtMs }: NewApiKey,
): Promise<CreatedApiKey> {
  const key = newApiKeySecret(ledger.ids);
  const hash = apiKeyHash(key);
  const id = apiKeyIdOf(hash);
  const position = await changeWorkspace(ledger, origin, apiKeysDecider, {
    do: 'create',
    keyId: id,
    hash,
    name,
    scopes,
    track,
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
