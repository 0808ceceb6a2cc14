import { gzipSync } from 'node:zlib';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema } from 'fastify';
import type { ApiOptions, App } from '../dependencies.ts';
import { type Documented, documentedRoute } from './documentedRoute.ts';
import { olderDocument } from './olderDocument.ts';
import { portableDocument } from './portableDocument.ts';
import type { Node } from './portableSchema.ts';
import { prose } from './prose.ts';

/** Has the routes that are added from now on described, by their schemas. */
export async function describeRoutes(
  app: App,
  { baseUrl, sandboxDomain }: Pick<ApiOptions, 'baseUrl' | 'sandboxDomain'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Postledger',
        version: '1.0.0',
        description: prose(sandboxDomain),
        contact: { name: 'Postledger', url: baseUrl },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: baseUrl }],
      tags: TAGS,
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `pl_…`.' } },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: documentedRoute(url, (schema ?? {}) as Documented, route.config ?? {}),
    }),
    transformObject: (document) =>
      portableDocument(('openapiObject' in document ? document.openapiObject : {}) as Node) as object,
  });
}

/** Has this app know the description of another one's routes. */
export async function describeRoutesOf(other: App, app: App): Promise<void> {
  const document = other.swagger() as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
}

/**
 * Serves the description that the app knows: /openapi.json (OpenAPI 3.1), /openapi-3.0.json for generators that know 3.0.3
 * alone, and /docs to browse it.
 */
export async function serveOpenApi(app: App): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', persistAuthorization: false },
  });
  // The routes are complete once requests are answered.
  serveBytes(app, '/openapi.json', () => app.swagger());
  serveBytes(app, '/openapi-3.0.json', () => olderDocument(app.swagger() as unknown as Node));
}

const TAGS = [
  { name: 'Email', description: 'Sending mail.' },
  { name: 'SMS', description: 'Sending and reading text messages.' },
  { name: 'Templates', description: 'Texts with variables, and their revisions.' },
  { name: 'Contacts', description: 'People who may be written to.' },
  { name: 'Audiences', description: 'Sets of contacts.' },
  { name: 'Campaigns', description: 'A template sent to an audience.' },
  { name: 'Webhooks', description: 'Endpoints to which events are posted.' },
  { name: 'Analytics', description: 'Figures by day.' },
  {
    name: 'Compatibility',
    description: "Other providers' request shapes: their clients need another base URL and key.",
  },
  { name: 'Events', description: 'What is posted to webhook endpoints.' },
  { name: 'Operations', description: 'For load balancers and monitors.' },
];

/** Made once, since anyone may ask for it any number of times. */
function serveBytes(app: App, path: string, document: () => object): void {
  let made: { readonly plain: Buffer; readonly compressed: Buffer } | null = null;
  const schema: FastifySchema & { hide: boolean } = { hide: true };
  app.get(path, { config: { public: true }, schema }, async (request, reply) => {
    if (made === null) {
      const plain = Buffer.from(JSON.stringify(document()));
      made = { plain, compressed: gzipSync(plain) };
    }
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? '');
    return takesGzip
      ? reply.header('content-encoding', 'gzip').send(made.compressed)
      : reply.send(made.plain);
  });
}
