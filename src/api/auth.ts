import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { apiKeyHash, apiKeyIdOf, isApiKeySecret } from '../commands/workspace/apiKeySecret.ts';
import type { Ports } from '../ports/ports.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import { ApiError } from './errors.ts';
import type { Caller } from './origin.ts';
import { type StartUp, stillStarting } from './startUp.ts';

/** How long a key is cached without a new look-up: a revoked one, or a suspended workspace, is refused within a second. */
const CACHE_MS = 500;
const MAX_CACHED = 10_000;

export interface Authenticator {
  /**
   * The caller to whom this Authorization header belongs. Answers at once when the key was looked up a moment ago.
   * @throws ApiError 401; 503 for an unknown key while not all of them are known
   */
  callerOf(authorization: string | undefined): Caller | Promise<Caller>;
}

interface CachedCaller {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  readonly cachedUntilMs: number;
}

interface AuthDependencies extends Pick<Ports, 'clock'> {
  readonly live: Pick<LiveModels, 'apiKeys' | 'workspaces' | 'onKeyRevoked'>;
  readonly startUp: Pick<StartUp, 'knowsKeys'>;
}

export function authenticator({ live, clock, startUp }: AuthDependencies): Authenticator {
  const cache = new LRUCache<string, CachedCaller>({ max: MAX_CACHED });
  const lookUps = new Map<string, Promise<Caller>>();
  live.onKeyRevoked(() => cache.clear());

  const lookUp = async (hash: string): Promise<Caller> => {
    const startedAtMs = clock.monotonicMs();
    // Read before the look-up: a key that is folded in between must not count as unknown.
    const { knowsKeys } = startUp;
    const document = (await live.apiKeys.get(apiKeyIdOf(hash)))?.document;
    if (document === undefined && !knowsKeys) throw stillStarting.key();
    if (document === undefined || document.revokedAt !== null || !isSameHash(document.hash, hash))
      throw unauthorized();
    const { workspace, keyId, scopes, track = [], expiresAt } = document;
    const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    if (expiresAtMs <= clock.nowMs()) throw unauthorized();
    const suspended = (await live.workspaces.get(workspace))?.document.suspended;
    const suspendedFor = suspended?.reason ?? null;
    const caller = Object.freeze({ workspace, keyId, scopes, track, suspendedFor });
    // Only valid keys are cached, so that unknown keys cannot fill the cache.
    cache.set(hash, { caller, expiresAtMs, cachedUntilMs: startedAtMs + CACHE_MS });
    return caller;
  };

  return {
    callerOf(authorization) {
      const hash = apiKeyHash(bearerOf(authorization));
      const cached = cache.get(hash);
      const isCurrent = cached !== undefined && clock.monotonicMs() < cached.cachedUntilMs;
      if (isCurrent && clock.nowMs() < cached.expiresAtMs) return cached.caller;
      cache.delete(hash);
      // Many requests with one key share one look-up.
      const running = lookUps.get(hash) ?? lookUp(hash).finally(() => lookUps.delete(hash));
      lookUps.set(hash, running);
      return running;
    },
  };
}

/** RFC 6750, section 2.1; the scheme's name ignores case (RFC 9110, section 11.1). */
function bearerOf(authorization: string | undefined): string {
  if (authorization === undefined) throw unauthorized('No API key was sent.');
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined || !isApiKeySecret(token)) throw unauthorized();
  return token;
}

function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

function unauthorized(message?: string): ApiError {
  return new ApiError('unauthorized', message, { 'www-authenticate': 'Bearer realm="postledger"' });
}
