import { type ErrorCode, errorCodes, type Failure, failureFor } from './errors.ts';

/**
 * The body of an error answer: the error object on every path (spec section 7), and next to it the form that the
 * official clients of the SMS reference and of the two compatibility shapes read.
 */
export function errorBody(path: string, failure: Failure): Record<string, unknown> {
  const { code, message, status, issues } = failure;
  const details = issues === undefined ? {} : { details: { issues } };
  const native = { error: { code, message: messageWithIssue(failure), ...details } };
  if (isUnder(path, '/v1/sms'))
    return { ...native, code, message: messageWithIssue(failure), statusCode: status, ...details };
  if (bodyAndPath.some((served) => isUnder(path, served)))
    return { ...native, statusCode: status, name: NAMES[code], message: messageWithIssue(failure) };
  if (isUnder(path, '/v3')) {
    const named = issues?.map((issue) => ({
      message: sentence(dotted(issue.path) ?? 'The body', issue.message),
      field: dotted(issue.path),
      help: null,
    }));
    return { ...native, errors: named ?? [{ message, field: null, help: null }] };
  }
  return native;
}

/** What clients of the body-and-path shape call; all but `/emails` is answered 404, in the form that they read. */
const bodyAndPath = [
  '/emails',
  '/api-keys',
  '/audiences',
  '/broadcasts',
  '/contact-properties',
  '/contacts',
  '/domains',
  '/segments',
  '/templates',
  '/topics',
  '/webhooks',
];

/** The error names that clients of the body-and-path shape know; the error object has the service's own code. */
const NAMES: Readonly<Record<ErrorCode, string>> = {
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
export function messageWithIssue({ message, issues }: Failure): string {
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

/** The name of the form that refusals have on this path. */
function titleOf(path: string): string {
  if (isUnder(path, '/v1/sms')) return 'SmsError';
  if (isUnder(path, '/v3')) return 'MailSendError';
  return bodyAndPath.some((served) => isUnder(path, served)) ? 'EmailsError' : 'Error';
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const closed = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const ISSUE = closed({
  path: { ...TEXT, description: 'JSON Pointer (RFC 6901) into the request.' },
  message: TEXT,
});
const DETAILS = closed({ issues: { type: 'array', items: ISSUE } });
const NAMED_ERROR = closed({ message: TEXT, field: TEXT_OR_NULL, help: TEXT_OR_NULL });

/**
 * The schema of refusals on this path: the error body (specification, section 7) with the flat form that `errorBody`
 * adds there; with the description and an example of a status, or of any that has no entry of its own.
 */
export function refusalSchema(path: string, status?: number) {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const fitting = codes.filter((code) => errorCodes[code][0] === status);
  const code = status === undefined ? 'method_not_allowed' : (fitting.at(-1) ?? 'internal_error');
  const failure = failureFor(code);
  const issues = [{ path: '/to/0', message: 'must be an email address' }];
  const example = errorBody(path, status === 422 ? { ...failure, issues } : failure);
  const codeSchema = { type: 'string', enum: codes, description: 'Stable; never changes.' };
  const fields: Readonly<Record<string, object>> = {
    error: closed({ code: codeSchema, message: TEXT, details: DETAILS }, ['code', 'message']),
    code: codeSchema,
    message: TEXT,
    statusCode: { type: 'integer' },
    name: { type: 'string', enum: [...new Set(codes.map((one) => NAMES[one]))] },
    errors: { type: 'array', items: NAMED_ERROR },
    details: DETAILS,
  };
  const required = Object.keys(example).filter((name) => name !== 'details');
  const names = Object.keys(fields).filter(
    (name) => name in example || (name === 'details' && 'code' in example),
  );
  return {
    title: titleOf(path),
    'x-response-description': status === undefined ? 'Any other refusal.' : failure.message,
    description: 'A refusal.',
    ...closed(Object.fromEntries(names.map((name) => [name, fields[name] ?? {}])), required),
    examples: [example],
  };
}
