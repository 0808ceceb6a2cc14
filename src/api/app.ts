import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../ports/log.ts';
import { byteShares } from '../queues/byteShares.ts';
import { plainAddress } from '../queues/networkOf.ts';
import { authenticator } from './auth.ts';
import { readBody, refuseTooLarge } from './bodies.ts';
import { answerOddRequests, connectionOptions, HEADERS_MS, refuseOddRequest } from './connection.ts';
import { limitConnections } from './connectionLimits.ts';
import type { ApiDependencies, App, Routes } from './dependencies.ts';
import { handleErrors } from './errorHandler.ts';
import { gate } from './gate.ts';
import { jsonText } from './jsonText.ts';
import { describeRoutes, describeRoutesOf, serveOpenApi } from './openapi/serveOpenApi.ts';
import { NO_CALLER } from './origin.ts';
import { type BodyReading, bodyReading } from './reading/bodyReading.ts';
import { checkRequest, checksOf, readPathId } from './requestChecks.ts';
import { logRequests } from './requestLog.ts';
import { countRequests } from './requestMetrics.ts';
import { NO_TURN, type RequestTurns, requestTurns } from './requestTurns.ts';
import { allRoutes } from './routes/index.ts';
import { routeTable } from './routeTable.ts';
import { type SlowBodies, slowBodies } from './slowBodies.ts';
import { answerLimits } from './streamedAnswer.ts';

/** What an app serves, where it is not everything. */
export interface AppParts {
  readonly routes?: readonly Routes[];
  /** Whose routes are described here: its own; those of another app; `none`: nothing is described here. */
  readonly docs?: 'own' | 'none' | App;
  /** Refuses who may not ask at all, by throwing. */
  readonly admit?: (request: FastifyRequest) => void;
}

/**
 * The HTTP side of the service, ready to `inject` or `listen`. A request passes: gate (route, key, scope, media type,
 * size), body, the key once more, checks against the route's schema, handler. Every refusal has the error body.
 */
export async function buildApp(
  dependencies: ApiDependencies,
  log: Log,
  { routes = allRoutes, docs = 'own', admit = () => {} }: AppParts = {},
): Promise<App> {
  const { ledger, live, metrics, startUp, options } = dependencies;
  const auth = authenticator({ live, clock: ledger.clock, startUp });
  const table = routeTable();
  const { maxBodyBytes, maxBodiesBytes } = options;
  const budget = byteShares({ maxBytes: maxBodiesBytes, maxHoldBytes: maxBodyBytes });
  const slow = slowBodies(ledger.clock);
  const reading = bodyReading({
    clock: ledger.clock,
    ...(dependencies.bodyThread && { startThread: dependencies.bodyThread }),
  });

  const app: App = fastify({
    ...connectionOptions,
    // Without a trusted proxy the header is anyone's.
    trustProxy: (address) => options.isTrustedProxy(plainAddress(address)),
    logger: false,
    genReqId: () => ledger.ids.uuid(),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.headersTimeout = HEADERS_MS;
  answerOddRequests(app.server);
  limitConnections(app.server, { clock: ledger.clock, isTrustedProxy: options.isTrustedProxy });

  // Schemas are checked by our own compiled checks, which name every fault at once; answers are plain JSON.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => jsonText);
  app.setReplySerializer(jsonText);

  const requests = requestTurns(ledger.clock);
  parseBodies(app, { reading, slow, requests, maxBytes: maxBodyBytes });
  app.decorate('answers', answerLimits(ledger.clock));
  app.decorateRequest('caller');
  app.decorateRequest('admittedAtMs', 0);
  app.decorateRequest('hold');
  app.decorateRequest('endTurn');
  app.addHook('onRoute', (route) => {
    route.config ??= {};
    if (isOfDocs(route.url)) route.config.public = true;
    if (route.config.scope === undefined && !route.config.public)
      throw new Error(`the route ${route.url} names no scope and is not public`);
    route.config.checks = checksOf(route);
    table.add(route.method, route.url);
  });
  logRequests(app, { log, metrics, clock: ledger.clock });
  countRequests(app, metrics, budget);
  const { backgroundLagMs } = dependencies;
  const { enter, stillAdmitted } = gate(
    { auth, table, startUp, clock: ledger.clock, metrics, backgroundLagMs },
    maxBodyBytes,
  );
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = NO_CALLER;
    request.endTurn = NO_TURN;
    refuseOddRequest(request.raw);
    admit(request);
    enter(request, reply, done);
  });
  checkInTurn(app, requests, stillAdmitted);
  app.addHook('onClose', async () => {
    slow.close();
    await reading.close();
  });
  handleErrors(app);

  await (typeof docs === 'object' ? describeRoutesOf(docs, app) : describeRoutes(app, options));
  if (docs !== 'none') await serveOpenApi(app);
  for (const add of routes) add(app, dependencies);
  await app.ready();
  return app;
}

/** A request is checked when its turn has come, and keeps it until its answer is made. */
function checkInTurn(
  app: App,
  requests: RequestTurns,
  stillAdmitted: (request: FastifyRequest) => Promise<void> | null,
): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const checkContent = () => {
      const { checks } = request.routeOptions.config;
      if (checks !== undefined) checkRequest(request, checks);
      readPathId(request);
    };
    const check = (): Promise<void> | null => {
      const admitted = stillAdmitted(request);
      if (admitted !== null) return admitted.then(checkContent);
      checkContent();
      return null;
    };
    const begun = requests.begin(request);
    const wait = begun === null ? check() : begun.then(check);
    if (wait === null) done();
    else wait.then(() => done(), done);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn();
    done(null, payload);
  });
}

interface BodyParsing {
  readonly reading: BodyReading;
  readonly slow: SlowBodies;
  readonly requests: RequestTurns;
  readonly maxBytes: number;
}

/** Bodies are read by our own reader, which knows its bounds; fastify's parsers are not used. */
function parseBodies(app: App, { reading, slow, requests, maxBytes: allBytes }: BodyParsing): void {
  app.removeAllContentTypeParsers();
  // The common type is named, since fastify looks up again for each request what only '*' matches.
  app.addContentTypeParser(
    ['application/json', '*'],
    (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const { checks, formMaxBytes, maxBodyBytes = allBytes, reader: name } = request.routeOptions.config;
      if (formMaxBytes !== undefined) return readForm(request, payload, { slow, maxBytes: formMaxBytes });
      if (checks?.reader) {
        const { hold, caller } = request;
        const { reader } = checks;
        const maxBytes = Math.min(maxBodyBytes, allBytes);
        const { workspace } = caller;
        const turn = (bytes: number) => requests.begin(request, bytes);
        return reading.read(payload, { name, reader, turn, hold, workspace, maxBytes, slow });
      }
      // The route takes no body: what was sent is ignored.
      payload.resume();
      return Promise.resolve();
    },
  );
}

/** A route that takes a form parses it itself: browsers and mail programs write it in either encoding. */
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
