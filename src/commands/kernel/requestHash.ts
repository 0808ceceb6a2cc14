import { hash } from 'node:crypto';
import type { GivenText } from './storedText.ts';

/** What is kept of a request, or known of one that has come; absent: nothing. */
interface Hashed {
  readonly requestHash?: string | undefined;
}

/** Whether these are surely two requests. */
export const isOtherRequest = (first: Hashed, request: Hashed): boolean =>
  first.requestHash !== undefined &&
  request.requestHash !== undefined &&
  first.requestHash !== request.requestHash;

/**
 * The SHA-256 of what was asked for, in hex: a used Idempotency-Key that brings another one has come with another request.
 * The order of `fields` never changes, and a later field joins only where it is used: so older hashes stay true.
 * @param texts may be long, and are not written as JSON
 */
export function hashOfRequest(fields: readonly unknown[], ...texts: readonly (GivenText | null)[]): string {
  let whole = JSON.stringify(fields);
  for (const text of texts)
    whole += `;${text?.length}:${text instanceof Uint8Array ? hashOfBytes(text) : text}`;
  return hash('sha256', whole, 'hex');
}

/** A JSON value with the keys of its objects in one order, since clients write them in any. */
export function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, inKeyOrder(part)]));
}

const known = new WeakMap<Uint8Array, string>();

/** Made once, since the messages of a request share their bytes. */
export function hashOfBytes(bytes: Uint8Array): string {
  const made = known.get(bytes) ?? hash('sha256', bytes, 'hex');
  known.set(bytes, made);
  return made;
}
