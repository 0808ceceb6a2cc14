import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** Characters that a key may have at most (spec section 8). */
const IDEMPOTENCY_KEY_MAX = 255;

/**
 * The `Idempotency-Key` of a request. Absent: refused when `required`, else null. Present but empty or too long is
 * refused everywhere.
 * @throws ApiError 400 invalid_idempotency_key
 */
export function idempotencyKey(request: FastifyRequest, options: { required: true }): string;
export function idempotencyKey(request: FastifyRequest, options: { required: boolean }): string | null;
export function idempotencyKey(request: FastifyRequest, { required }: { required: boolean }): string | null {
  const key = sentKey(request);
  if (key === undefined) {
    if (!required) return null;
    throw invalidKey('is missing');
  }
  if (typeof key !== 'string' || key.trim() === '') throw invalidKey('is empty');
  if (key.length > IDEMPOTENCY_KEY_MAX && charactersOf(key) > IDEMPOTENCY_KEY_MAX)
    throw invalidKey(`is longer than ${IDEMPOTENCY_KEY_MAX} characters`);
  return key;
}

/** Node gives each byte of a header as a character; of a key in UTF-8 a character may have four. */
const charactersOf = (key: string) => [...Buffer.from(key, 'latin1').toString('utf8')].length;

/** Node joins a repeated header by commas: two keys would make a third one, which no replay would send again. */
function sentKey({ headers, raw }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || !key.includes(',')) return key as string | undefined;
  const { rawHeaders } = raw;
  const sent = new Set<string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'idempotency-key') sent.add(rawHeaders[at + 1] ?? '');
  if (sent.size <= 1) return [...sent][0] ?? key;
  throw invalidKey('was sent twice, with two values');
}

function invalidKey(fault: string): ApiError {
  return new ApiError('invalid_idempotency_key', `The Idempotency-Key header ${fault}.`);
}
