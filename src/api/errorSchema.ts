import { errorBody, NAMES } from './errorBody.ts';
import { type ErrorCode, errorCodes, failureFor } from './errors.ts';

const ISSUES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'JSON Pointer (RFC 6901) into the request.' },
      message: { type: 'string' },
    },
    required: ['path', 'message'],
    additionalProperties: false,
  },
};
const DETAILS = {
  type: 'object',
  properties: { issues: ISSUES },
  required: ['issues'],
  additionalProperties: false,
};
const TEXT = { type: 'string' };
const STATUS = { type: 'integer' };

/**
 * How a refusal on this path is documented: the error body (specification, section 7) with the flat form that
 * `errorBody` puts beside it there. Without a status: any refusal that is not listed by its own.
 */
export function refusalSchema(path: string, status?: number) {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const fitting = codes.filter((code) => status === undefined || errorCodes[code][0] === status);
  const code = status === undefined ? 'method_not_allowed' : (fitting.at(-1) ?? 'internal_error');
  const failure = failureFor(code);
  const issues = [{ path: '/to/0', message: 'must be an email address' }];
  const example = errorBody(path, status === 422 ? { ...failure, issues } : failure);
  const codeSchema = { type: 'string', enum: fitting, description: 'Stable; never changes.' };
  const nameSchema = { type: 'string', enum: [...new Set(fitting.map((one) => NAMES[one]))] };
  const error = {
    type: 'object',
    properties: { code: codeSchema, message: TEXT, details: DETAILS },
    required: ['code', 'message'],
    additionalProperties: false,
  };
  const flat = Object.keys(example).filter((name) => name !== 'error');
  return {
    description: status === undefined ? 'Any other refusal.' : failure.message,
    type: 'object',
    properties: {
      error,
      ...Object.fromEntries(flat.map((name) => [name, flatField(name, codeSchema, nameSchema)])),
    },
    required: ['error', ...flat.filter((name) => name !== 'details')],
    additionalProperties: false,
    examples: [example],
  };
}

function flatField(name: string, codeSchema: object, nameSchema: object): object {
  switch (name) {
    case 'details':
      return DETAILS;
    case 'statusCode':
      return STATUS;
    case 'code':
      return codeSchema;
    case 'name':
      return nameSchema;
    case 'errors':
      return { type: 'array', items: NAMED_ERROR };
    default:
      return TEXT;
  }
}

const NAMED_ERROR = {
  type: 'object',
  properties: { message: TEXT, field: { type: ['string', 'null'] }, help: { type: 'null' } },
  required: ['message', 'field', 'help'],
  additionalProperties: false,
};
