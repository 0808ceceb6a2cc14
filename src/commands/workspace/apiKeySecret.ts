import { hash } from 'node:crypto';
import { uuid5 } from '../../events/uuid5.ts';
import type { Ids } from '../../ports/ids.ts';

/** `pl_` and 32 random bytes in base64url: scanners for leaked secrets can recognise it. */
const API_KEY = /^pl_[A-Za-z0-9_-]{43}$/;

export function newApiKeySecret(ids: Ids): string {
  return `pl_${ids.randomBytes(32).toString('base64url')}`;
}

export function isApiKeySecret(text: string): boolean {
  return API_KEY.test(text);
}

/** SHA-256 in hex: the only part of a key that is stored. 256 random bits need no slow hash. */
export function apiKeyHash(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** A key's id is derived from its hash, so that one read finds the key of a secret. */
export function apiKeyIdOf(hash: string): string {
  return uuid5('api-key', hash);
}
