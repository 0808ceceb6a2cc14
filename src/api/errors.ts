import { type Issue, Refusal } from '../commands/kernel/refusal.ts';
import { BlobsUnavailable } from '../ports/blobs.ts';
import { DocumentsUnavailable } from '../ports/documents.ts';
import { AppendTooLarge, EventStoreUnavailable } from '../ports/eventStore.ts';
import { RendererBusy } from '../ports/renderer.ts';

/** Every error code of the service with its status and its default message. Codes never change. */
export const errorCodes = {
  bad_request: [400, 'The request could not be read.'],
  invalid_idempotency_key: [400, 'Idempotency-Key is missing, empty or longer than 255 characters.'],
  unauthorized: [401, 'The API key is missing, malformed, expired or revoked.'],
  forbidden: [403, 'The API key lacks the scope that this operation needs.'],
  not_found: [404, 'There is no such resource.'],
  method_not_allowed: [405, 'This path does not know the method.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  payload_too_large: [413, 'The request body is too large.'],
  uri_too_long: [414, 'The address of the request is too long.'],
  unsupported_media_type: [415, 'The body must be sent as application/json.'],
  validation_failed: [422, 'The request is not valid.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal_error: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'The service cannot take this request at present; try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;
export type ErrorCode = keyof typeof errorCodes;

/** The content of an error answer, before it gets the form of its path. */
export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that only the transport knows: thrown by hooks, never by a command. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;
  constructor(code: ErrorCode, message?: string, headers?: Readonly<Record<string, string>>) {
    const failure = failureFor(code, message);
    super(failure.message);
    this.failure = headers === undefined ? failure : { ...failure, headers };
  }
}

export function failureFor(code: ErrorCode, message: string = errorCodes[code][1]): Failure {
  return { status: errorCodes[code][0], code, message };
}

/** Seconds after which a caller may try again. */
const RETRY_AFTER_SECONDS = 2;

export const unavailable = (message?: string) =>
  new ApiError('unavailable', message, { 'retry-after': String(RETRY_AFTER_SECONDS) });

/** Errors after which the same request may succeed soon. */
const TEMPORARY = [EventStoreUnavailable, DocumentsUnavailable, BlobsUnavailable, RendererBusy];

/** The answer for an error. Of an unknown error nothing is revealed: its details go to the log. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  if (error instanceof Refusal) {
    return error.kind === 'notFound'
      ? failureFor('not_found', error.issues[0]?.message)
      : { ...failureFor('validation_failed'), issues: error.issues };
  }
  if (TEMPORARY.some((kind) => error instanceof kind)) return unavailable().failure;
  if (error instanceof AppendTooLarge) {
    const issues = [{ path: '', message: 'is too large to be stored as one event' }];
    return { ...failureFor('validation_failed'), issues };
  }
  return failureOfStatus((error as { statusCode?: unknown } | null)?.statusCode);
}

/** Fastify's own refusals carry a status; ours is the message. */
function failureOfStatus(status: unknown): Failure {
  for (const [code, [known]] of Object.entries(errorCodes)) {
    if (known === status && status !== 500 && code !== 'invalid_idempotency_key')
      return failureFor(code as ErrorCode);
  }
  const isClientFault = typeof status === 'number' && status >= 400 && status < 500;
  return isClientFault ? failureFor('bad_request') : failureFor('internal_error');
}
