import { hash } from 'node:crypto';
import type { GivenText } from './storedText.ts';

/** What is kept of a request, or known of one that has come; absent: nothing. */
interface Hashed {
  readonly requestHash?: string | undefined;
}

/**
 * The SHA-256 of what was asked for, in hex: a used Idempotency-Key that brings another one has come with another request.
 * The order of `fields` never changes; a later field joins only where it is not its default, so that older hashes stay true.
 */
export const hashOfRequest = (fields: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(fields), 'hex');

/** Whether these are surely two requests. */
export const isOtherRequest = (first: Hashed, request: Hashed): boolean =>
  first.requestHash !== undefined &&
  request.requestHash !== undefined &&
  first.requestHash !== request.requestHash;

/** A JSON value with the keys of its objects in one order: clients write them in any. */
export function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, inKeyOrder(part)]));
}

/** The same of a text of JSON. */
export const jsonInKeyOrder = (text: GivenText | null): unknown =>
  text === null ? null : inKeyOrder(JSON.parse(Buffer.from(text).toString()));

const known = new WeakMap<Uint8Array, string>();

/** A text as it is; bytes by their hash, which is made once, since the messages of a request share them. */
export function textOrHash(given: GivenText | null): string | null {
  if (given === null || typeof given === 'string') return given;
  const made = known.get(given) ?? hash('sha256', given, 'hex');
  known.set(given, made);
  return made;
}
