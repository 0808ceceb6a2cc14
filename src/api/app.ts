import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../ports/log.ts';
import { authenticator } from './auth.ts';
import { bodyBudget, readBody } from './bodies.ts';
import { connectionOptions, HEADERS_MS } from './connection.ts';
import type { ApiContext, App, Routes } from './context.ts';
import { gate } from './gate.ts';
import { heldBack } from './heldBack.ts';
import { parseExactJson, parseJson } from './json.ts';
import { describeInterface } from './openapi.ts';
import { NOBODY } from './origin.ts';
import { refusals } from './refusals.ts';
import { checkPathId, checkRequest, checksOf } from './requestChecks.ts';
import { countRequests } from './requestMetrics.ts';
import { allRoutes } from './routes/index.ts';
import { routeTable } from './routeTable.ts';

/**
 * The HTTP side of the service, ready to `inject` or `listen`. A request passes: gate (route, key, scope, media type,
 * size), body, checks against the route's schema, handler. Every refusal has the error body.
 */
export async function buildApp(
  context: ApiContext,
  log: Log,
  routes: readonly Routes[] = allRoutes,
): Promise<App> {
  const { ledger, live, hints, metrics, startUp, options } = context;
  const auth = authenticator({ apiKeys: live.apiKeys, clock: ledger.clock, hints, startUp });
  const table = routeTable();
  const budget = bodyBudget(options.maxBodiesBytes);

  const app: App = fastify({
    ...connectionOptions,
    logger: false,
    genReqId: () => ledger.ids.uuid(),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.headersTimeout = HEADERS_MS;

  // Schemas are checked by our own compiled checks, which name every fault at once; answers are plain JSON.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setReplySerializer((value) => JSON.stringify(value));

  parseBodies(app, options.maxBodyBytes);
  app.decorateRequest('caller');
  app.decorateRequest('hold');
  app.addHook('onRoute', (route) => {
    route.config ??= {};
    if (isOfDocs(route.url)) route.config.public = true;
    if (route.config.scope === undefined && !route.config.public)
      throw new Error(`the route ${route.url} names no scope and is not public`);
    route.config.checks = checksOf(route);
    table.add(route.method, route.url);
  });
  countRequests(app, metrics, budget);
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = NOBODY;
    done();
  });
  const heldBackMs = heldBack(context.backgroundLagMs);
  const { maxBodyBytes } = options;
  app.addHook('onRequest', gate({ auth, table, startUp, maxBodyBytes, heldBackMs, clock: ledger.clock }));
  app.addHook('preValidation', (request, _reply, done) => {
    const { checks } = request.routeOptions.config;
    if (checks !== undefined) checkRequest(request, checks);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    checkPathId(request);
    done();
  });
  app.addHook('onClose', async () => auth.close());
  refusals(app, context, log);

  await describeInterface(app, options.baseUrl);
  for (const add of routes) add(app, context);
  await app.ready();
  return app;
}

/** Bodies are read by our own reader, which knows its bounds, and by no parser of fastify's. */
function parseBodies(app: App, maxBytes: number): void {
  app.removeAllContentTypeParsers();
  // The common type is named, since what only '*' matches is looked up again for each request.
  app.addContentTypeParser(
    ['application/json', '*'],
    (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const { checks, exactNumbers, maxBodyBytes = maxBytes } = request.routeOptions.config;
      if (checks?.hasBody)
        return readBody(payload, { hold: request.hold, maxBytes: Math.min(maxBodyBytes, maxBytes) }).then(
          exactNumbers ? parseExactJson : parseJson,
        );
      // A body that the route does not know is not looked at.
      payload.resume();
      return Promise.resolve();
    },
  );
}

/** The pages that the documentation plugins add. */
function isOfDocs(url: string): boolean {
  return url === '/docs' || url.startsWith('/docs/');
}
