import type { ErrorCode, Failure } from './errors.ts';

/**
 * The body of an error answer: the error object on every path (spec section 7), and beside it the form that the
 * official clients of the SMS reference and of the two compatibility shapes read.
 */
export function errorBody(path: string, failure: Failure): Record<string, unknown> {
  const { code, message, status, issues } = failure;
  const details = issues === undefined ? {} : { details: { issues } };
  const native = { error: { code, message: messageWithIssue(failure), ...details } };
  if (isUnder(path, '/v1/sms'))
    return { ...native, code, message: messageWithIssue(failure), statusCode: status, ...details };
  if (isUnder(path, '/emails'))
    return { ...native, statusCode: status, name: NAMES[code], message: messageWithIssue(failure) };
  if (isUnder(path, '/v3/mail/send')) {
    const named = issues?.map((issue) => ({
      message: sentence(dotted(issue.path) ?? 'The body', issue.message),
      field: dotted(issue.path),
      help: null,
    }));
    return { ...native, errors: named ?? [{ message, field: null, help: null }] };
  }
  return native;
}

/** What the clients of the body-and-path shape know errors by; the error object has the service's own code. */
export const NAMES: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'validation_error',
  invalid_idempotency_key: 'invalid_idempotency_key',
  unauthorized: 'invalid_api_key',
  forbidden: 'restricted_api_key',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  request_timeout: 'application_error',
  payload_too_large: 'validation_error',
  uri_too_long: 'validation_error',
  unsupported_media_type: 'validation_error',
  validation_failed: 'validation_error',
  headers_too_large: 'validation_error',
  internal_error: 'internal_server_error',
  unavailable: 'application_error',
};

/** Clients that show the message alone should still say which field is meant. */
function messageWithIssue({ message, issues }: Failure): string {
  const first = issues?.[0];
  if (first === undefined) return message;
  const more = issues !== undefined && issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${message} ${sentence(first.path === '' ? 'The body' : first.path, first.message, more)}`;
}

/** Messages that say what to do instead end in a full stop of their own. */
function sentence(subject: string, message: string, more = ''): string {
  return `${subject} ${message.replace(/\.$/, '')}${more}.`;
}

/** `/personalizations/0/to` as `personalizations.0.to`; null for the whole body. */
function dotted(path: string): string | null {
  return path === '' ? null : path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
