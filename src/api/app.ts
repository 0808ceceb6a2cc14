import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../ports/log.ts';
import { authenticator } from './auth.ts';
import { readBody, refuseTooLarge } from './bodies.ts';
import { bodyBudget } from './bodyBudget.ts';
import { answerOddRequests, connectionOptions, HEADERS_MS, refuseOddRequest } from './connection.ts';
import type { ApiContext, App, Routes } from './context.ts';
import { gate } from './gate.ts';
import { heldBack } from './heldBack.ts';
import { jsonText } from './jsonText.ts';
import { describeInterface } from './openapi.ts';
import { NOBODY } from './origin.ts';
import { type BodyReading, bodyReading } from './reading/bodyReading.ts';
import { refusals } from './refusals.ts';
import { checkPathId, checkRequest, checksOf } from './requestChecks.ts';
import { countRequests } from './requestMetrics.ts';
import { allRoutes } from './routes/index.ts';
import { routeTable } from './routeTable.ts';
import { type SlowBodies, slowBodies } from './slowBodies.ts';

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
  const { maxBodyBytes } = options;
  const budget = bodyBudget({ maxBytes: options.maxBodiesBytes, maxBodyBytes });
  const slow = slowBodies(ledger.clock);
  const reading = bodyReading({
    clock: ledger.clock,
    ...(context.bodyThread && { startThread: context.bodyThread }),
  });

  const app: App = fastify({
    ...connectionOptions,
    logger: false,
    genReqId: () => ledger.ids.uuid(),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.headersTimeout = HEADERS_MS;
  answerOddRequests(app.server);

  // Schemas are checked by our own compiled checks, which name every fault at once; answers are plain JSON.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => jsonText);
  app.setReplySerializer(jsonText);

  parseBodies(app, { reading, slow, maxBytes: maxBodyBytes });
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
  const heldBackMs = heldBack(context.backgroundLagMs);
  const enter = gate({ auth, table, startUp, maxBodyBytes, heldBackMs, clock: ledger.clock });
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = NOBODY;
    refuseOddRequest(request.raw);
    enter(request, reply, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { checks } = request.routeOptions.config;
    if (checks !== undefined) checkRequest(request, checks);
    checkPathId(request);
    done();
  });
  app.addHook('onClose', async () => {
    auth.close();
    slow.close();
    await reading.close();
  });
  refusals(app, context, log);

  await describeInterface(app, options.baseUrl);
  for (const add of routes) add(app, context);
  await app.ready();
  return app;
}

/** Bodies are read by our own reader, which knows its bounds, and by no parser of fastify's. */
function parseBodies(
  app: App,
  { reading, slow, maxBytes: allBytes }: { reading: BodyReading; slow: SlowBodies; maxBytes: number },
): void {
  app.removeAllContentTypeParsers();
  // The common type is named, since what only '*' matches is looked up again for each request.
  app.addContentTypeParser(
    ['application/json', '*'],
    (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const { checks, formMaxBytes, maxBodyBytes = allBytes, reader: name } = request.routeOptions.config;
      if (formMaxBytes !== undefined) return readForm(request, payload, { slow, maxBytes: formMaxBytes });
      if (checks?.reader) {
        const { hold, caller } = request;
        const { reader } = checks;
        const maxBytes = Math.min(maxBodyBytes, allBytes);
        return reading.read(payload, { name, reader, hold, workspace: caller.workspace, maxBytes, slow });
      }
      // A body that the route does not know is not looked at.
      payload.resume();
      return Promise.resolve();
    },
  );
}

/** A route that takes a form reads it itself: browsers and mail programs write it in either encoding. */
async function readForm(
  { hold, caller: { workspace } }: FastifyRequest,
  payload: IncomingMessage,
  limits: { slow: SlowBodies; maxBytes: number },
): Promise<Buffer> {
  refuseTooLarge(payload, limits.maxBytes);
  const { parts } = await readBody(payload, { ...limits, hold, workspace });
  return Buffer.concat(parts);
}

/** The pages that the documentation plugins add. */
function isOfDocs(url: string): boolean {
  return url === '/docs' || url.startsWith('/docs/');
}
