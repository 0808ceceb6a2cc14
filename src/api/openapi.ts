import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { App } from './dependencies.ts';
import { refusalSchema } from './errorBody.ts';
import type { Schema } from './schemaIssues.ts';

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A replay under the same key answers as the first call did and is not billed again.',
};

/** Serves /openapi.json, generated from the schemas of the routes, and /docs to browse it. */
export async function serveOpenApi(app: App, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Postledger',
        version: '1.0.0',
        description: 'Transactional email and SMS. A send answers with a receipt; outcomes come by webhook.',
      },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `pl_…`.' } },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: documented(url, (schema ?? {}) as Documented, route.config ?? {}),
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', persistAuthorization: false },
  });
  let json: string | null = null;
  const config = { public: true } as const;
  app.get('/openapi.json', { config, schema: { hide: true } as FastifySchema }, async (_request, reply) => {
    // The routes are complete once requests are answered; made once, since anyone may ask for it any number of times.
    json ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(json);
  });
}

type Documented = FastifySchema & { hide?: boolean; security?: unknown };
type RouteConfig = FastifyContextConfig;

/** A route's schema with what the gate adds to it (the key, the idempotency header, the refusals) and examples. */
function documented(url: string, schema: Documented, config: RouteConfig): Documented {
  if (schema.hide || config.public) return schema;
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
      ...Object.fromEntries(answers.map(([status, answer]) => [status, withExample(answer)])),
      default: refusalSchema(url),
    },
  };
}

/** An answer without a body is documented as the type `null`, and has no example. */
function withExample(schema: Schema) {
  return schema.type === 'null' ? schema : { ...schema, examples: [exampleOf(schema)] };
}

/** Used in an example for a text of which the schema gives none; a test finds it. */
export const NO_EXAMPLE = '…';
const TEXTS: Readonly<Record<string, string>> = {
  uuid: '7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36',
  'date-time': '2026-03-01T09:00:00.000Z',
};

/**
 * A value that the schema takes: its own first example where it has one, else put together from its parts. An optional
 * field is shown when it has an example of its own.
 */
function exampleOf(schema: Schema): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return exampleOf(first);
  switch (schema.type) {
    case 'object':
      return objectExample(schema);
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return TEXTS[schema.format ?? ''] ?? NO_EXAMPLE;
    default:
      return null;
  }
}

function objectExample({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || hasOwnExample(field),
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]));
}

/** Where a field may be null, its example is that of the other alternative. */
function hasOwnExample({ examples, anyOf }: Schema): boolean {
  return examples !== undefined || anyOf?.[0]?.examples !== undefined;
}
