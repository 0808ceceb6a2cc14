import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { refusalSchema } from '../errorBody.ts';
import { replayHeaders } from '../replayed.ts';
import type { Schema } from '../schemaIssues.ts';
import { withExample } from './examples.ts';

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A replay under the same key answers as the first call did and is not billed again.',
};

/** What the schema of a route may say to readers of the document. */
export type Documented = FastifySchema & { hide?: boolean; security?: unknown };

/** A route's schema with what the gate adds to it (the key, the idempotency header, the refusals) and examples. */
export function documentedRoute(url: string, schema: Documented, config: FastifyContextConfig): Documented {
  if (schema.hide) return schema;
  if (config.public)
    return {
      ...schema,
      response: {
        200: { description: 'As asked.' },
        ...(schema.response as object | undefined),
        '4xx': refusalSchema(url),
      },
    };
  const { scope, idempotencyKey: keyed, namesInBody } = config;
  const mayNameUnknown = schema.params !== undefined || namesInBody;
  const statuses = [401, 403, ...(keyed ? [400] : []), ...(mayNameUnknown ? [404] : []), 422, 503];
  if (schema.body) statuses.push(413, 415);
  const refusals = Object.fromEntries(statuses.map((status) => [status, refusalSchema(url, status)]));
  const headers = {
    type: 'object',
    properties: {
      'Idempotency-Key': IDEMPOTENCY_KEY,
      ...(schema.headers as { properties?: object } | undefined)?.properties,
    },
    required: keyed === 'required' ? ['Idempotency-Key'] : [],
  };
  const answers = Object.entries((schema.response ?? {}) as Record<string, Schema>);
  return {
    ...schema,
    ...(schema.body === undefined ? {} : { body: withExample(schema.body as Schema) }),
    ...(keyed ? { headers } : {}),
    description: `Needs the scope \`${scope}\`.`,
    security: [{ apiKey: scope === undefined ? [] : [scope] }],
    response: {
      ...refusals,
      ...Object.fromEntries(
        answers.map(([status, answer]) => [
          status,
          { ...withExample(answer), ...(keyed && { headers: replayHeaders(url) }) },
        ]),
      ),
      default: refusalSchema(url),
    },
  };
}
