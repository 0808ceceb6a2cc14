import type { ErrorCode } from './schemas.ts';

/**
 * Besides the codes of the service, `no_answer`: none came in time, and whether the call was carried out is not known;
 * `unexpected_answer`: something else than the service answered; `other_request`: the idempotency key was used for
 * another request before, and nothing was sent for this one.
 */
export type FailureCode = ErrorCode | 'no_answer' | 'unexpected_answer' | 'other_request';

export interface FailureDetails {
  /** Status of the answer; null without one. */
  readonly status: number | null;
  /** Each thing that is wrong with the request, with its place (JSON Pointer, RFC 6901). */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  /** By which the service's log names the call; null without an answer. */
  readonly requestId: string | null;
  /** In how many milliseconds the service asks to be called again; 0 where it does not say. */
  readonly retryAfterMs: number;
}

/** A call that was refused, or of which it is not known whether it was carried out. */
export class PostledgerError extends Error implements FailureDetails {
  override readonly name = 'PostledgerError';
  readonly code: FailureCode;
  readonly status: number | null;
  readonly issues: FailureDetails['issues'];
  readonly requestId: string | null;
  readonly retryAfterMs: number;
  constructor(code: FailureCode, message: string, details: Partial<FailureDetails> = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.status = details.status ?? null;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? 0;
  }
}
