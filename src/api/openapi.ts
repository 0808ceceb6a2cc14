import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { App } from './context.ts';
import { refusalSchema } from './errorSchema.ts';
import { exampleOf } from './exampleOf.ts';

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A replay under the same key answers as the first call did and is not billed again.',
};

/** Serves /openapi.json, generated from the schemas of the routes, and /docs to browse it. */
export async function describeInterface(app: App, baseUrl: string): Promise<void> {
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
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } as FastifySchema }, async () =>
    app.swagger(),
  );
}

type Documented = FastifySchema & { hide?: boolean; security?: unknown };
type RouteConfig = FastifyContextConfig;

/** A route's schema with what the gate adds to it (the key, the idempotency header, the refusals) and examples. */
function documented(url: string, schema: Documented, config: RouteConfig): Documented {
  if (schema.hide || config.public) return schema;
  const { scope, idempotencyKey: keyed, namesInBody } = config;
  const mayMiss = schema.params !== undefined || namesInBody;
  const statuses = [401, 403, ...(keyed ? [400] : []), ...(mayMiss ? [404] : []), 422, 503];
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
  const answers = Object.entries((schema.response ?? {}) as Record<string, object>);
  return {
    ...schema,
    ...(schema.body === undefined ? {} : { body: withExample(schema.body as object) }),
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
function withExample(schema: { readonly type?: string }) {
  return schema.type === 'null' ? schema : { ...schema, examples: [exampleOf(schema)] };
}
