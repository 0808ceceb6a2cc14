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
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    if (!required) return null;
    throw new ApiError('invalid_idempotency_key', 'The Idempotency-Key header is missing.');
  }
  if (typeof key !== 'string' || key.trim() === '')
    throw new ApiError('invalid_idempotency_key', 'The Idempotency-Key header is empty.');
  if (key.length > IDEMPOTENCY_KEY_MAX) {
    throw new ApiError(
      'invalid_idempotency_key',
      `The Idempotency-Key header is longer than ${IDEMPOTENCY_KEY_MAX} characters.`,
    );
  }
  return key;
}
