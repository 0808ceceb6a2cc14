import { timingSafeEqual } from 'node:crypto';
import { apiKeyHash, apiKeyIdOf, isApiKeySecret } from '../commands/workspace/apiKeySecret.ts';
import { KEY_REVOKED_CHANNEL } from '../commands/workspace/revokeApiKey.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Hints } from '../ports/hints.ts';
import type { ApiKeyDocument } from '../projections/apiKeys.ts';
import { ApiError } from './errors.ts';
import type { Caller } from './origin.ts';
import { notYet, type StartUp } from './startUp.ts';

/** How long a key is believed without looking again: a revoked one is refused within a second. */
const BELIEVED_MS = 500;
const MAX_CACHED = 10_000;

export interface Authenticator {
  /**
   * Who brings this Authorization header. Answers at once when the key was seen lately.
   * @throws ApiError 401; 503 for an unknown key while not all of them are known
   */
  callerOf(authorization: string | undefined): Caller | Promise<Caller>;
  close(): void;
}

interface Believed {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  readonly untilMs: number;
}

export function authenticator({
  apiKeys,
  clock,
  hints,
  startUp,
}: {
  apiKeys: Pick<Collection<ApiKeyDocument>, 'get'>;
  clock: Clock;
  hints: Hints;
  startUp: Pick<StartUp, 'knowsKeys'>;
}): Authenticator {
  const believed = new Map<string, Believed>();
  const asking = new Map<string, Promise<Caller>>();
  const unsubscribe = hints.subscribe(KEY_REVOKED_CHANNEL, () => believed.clear());

  const ask = async (hash: string): Promise<Caller> => {
    const startedAtMs = clock.monotonicMs();
    // Asked before the look-up: a key that is folded between the two must not pass for unknown.
    const { knowsKeys } = startUp;
    const document = (await apiKeys.get(apiKeyIdOf(hash)))?.document;
    if (document === undefined && !knowsKeys) throw notYet.key();
    if (document === undefined || document.revokedAt !== null || !isSameHash(document.hash, hash))
      throw unauthorized();
    const { workspace, keyId, scopes, expiresAt } = document;
    const expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    if (expiresAtMs <= clock.nowMs()) throw unauthorized();
    const caller = Object.freeze({ workspace, keyId, scopes });
    // Only keys that are good are kept, so that unknown keys cannot fill the cache.
    if (believed.size >= MAX_CACHED) believed.clear();
    believed.set(hash, { caller, expiresAtMs, untilMs: startedAtMs + BELIEVED_MS });
    return caller;
  };

  return {
    callerOf(authorization) {
      const hash = apiKeyHash(bearerOf(authorization));
      const known = believed.get(hash);
      const isBelieved = known !== undefined && clock.monotonicMs() < known.untilMs;
      if (isBelieved && clock.nowMs() < known.expiresAtMs) return known.caller;
      believed.delete(hash);
      // Many calls with one key ask once.
      const asked = asking.get(hash) ?? ask(hash).finally(() => asking.delete(hash));
      asking.set(hash, asked);
      return asked;
    },
    close: unsubscribe,
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
