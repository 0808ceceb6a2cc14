import type { Failure } from './errors.ts';

/**
 * The body of an error answer: the envelope on every path (spec section 7), and beside it the form that the
 * official clients of the SMS reference and of the two compatibility shapes read.
 */
export function errorBody(path: string, failure: Failure): Record<string, unknown> {
  const { code, message, status, issues } = failure;
  const details = issues === undefined ? {} : { details: { issues } };
  const envelope = { error: { code, message: messageWithIssue(failure), ...details } };
  if (isUnder(path, '/v1/sms'))
    return { ...envelope, code, message: messageWithIssue(failure), statusCode: status, ...details };
  if (isUnder(path, '/emails'))
    return { ...envelope, statusCode: status, name: code, message: messageWithIssue(failure) };
  if (isUnder(path, '/v3/mail/send')) {
    const named = issues?.map((issue) => ({
      message: issue.message,
      field: dotted(issue.path),
      help: null,
    }));
    return { ...envelope, errors: named ?? [{ message, field: null, help: null }] };
  }
  return envelope;
}

/** Clients that show the message alone should still say which field is meant. */
function messageWithIssue({ message, issues }: Failure): string {
  const first = issues?.[0];
  if (first === undefined) return message;
  const more = issues !== undefined && issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${message} ${first.path === '' ? 'The body' : first.path} ${first.message}${more}.`;
}

/** `/personalizations/0/to` as `personalizations.0.to`; null for the whole body. */
function dotted(path: string): string | null {
  return path === '' ? null : path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
