import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import csrfProtection from '@fastify/csrf-protection';
import formBody from '@fastify/formbody';
import secureSession from '@fastify/secure-session';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { html } from 'hono/html';
import { Refusal } from '../commands/kernel/refusal.ts';
import { isUnavailable } from '../ports/isUnavailable.ts';
import { plainAddress } from '../queues/networkOf.ts';
import { serveAssets } from './assets.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { refuseOtherHosts } from './hosts.ts';
import { sendPage } from './layout.ts';
import { logInRoutes } from './logIn.ts';
import { ConsoleFault } from './page.ts';
import { everyPage } from './pages/index.ts';
import { routesOf } from './routes.ts';

declare module '@fastify/secure-session' {
  interface SessionData {
    login: string;
    /** What an act has done, until the next page. */
    says: string;
  }
}

const MAX_FORM_BYTES = 65_536;
/** Connections on which a request comes slowly, or nothing at all, are ended. */
const CONNECTION_LIMITS = {
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
};
const SESSION_S = 12 * 3_600;

/** The pages of the console, ready to `inject` or `listen`. Each request is checked for its host, its session and its right. */
export async function buildConsole(dependencies: ConsoleDependencies): Promise<FastifyInstance> {
  const { options } = dependencies;
  const isHttps = options.url?.startsWith('https:') === true;
  const headers = headersOf(isHttps);
  const app = fastify({
    ...CONNECTION_LIMITS,
    // What never reaches a route has the headers too.
    frameworkErrors: (error, _request, reply) =>
      void answerFault(reply.headers(headers), faultOf(error, 'GET')),
    clientErrorHandler: (_error, socket) => refuseBroken(socket, headers),
    logger: false,
    bodyLimit: MAX_FORM_BYTES,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    // It is asked for where a link was used from.
    trustProxy: (address) => options.isTrustedProxy(plainAddress(address)),
    genReqId: () => dependencies.ledger.ids.uuid(),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    refuseOtherHosts(request, options.url);
  });
  // Node would answer it by itself.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  answerFaults(app, dependencies);
  await app.register(formBody);
  await app.register(secureSession, {
    key: options.cookieKey,
    // Cookies know no port: those of another service of this host must not take their place.
    cookieName: `${isHttps ? '__Host-' : ''}console-${tagOf(options)}`,
    expiry: SESSION_S,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps, maxAge: SESSION_S },
  });
  await app.register(csrfProtection, { sessionPlugin: '@fastify/secure-session' });
  serveAssets(app);
  logInRoutes(app, dependencies);
  const routes = routesOf(app, dependencies);
  for (const add of everyPage) add(routes, dependencies);
  await app.ready();
  return app;
}

const tagOf = ({ cookieKey, url, port }: ConsoleDependencies['options']) =>
  createHash('sha256').update(cookieKey).update(`${url} ${port}`).digest('hex').slice(0, 8);

/** Of every answer: pages load nothing from elsewhere, run no script of their own text, stand in no frame, and are not kept. */
const headersOf = (isHttps: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy':
    "default-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Without an origin in the referrer, browsers would send forms with the origin `null`.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

function answerFaults(app: FastifyInstance, { log }: ConsoleDependencies): void {
  app.setNotFoundHandler((_request, reply) =>
    answerFault(reply, { status: 404, says: 'There is no such page.' }),
  );
  app.setErrorHandler((error: FaultError, request, reply) => {
    const fault = faultOf(error, request.method);
    // Its pattern, and no part of the address: that of a log-in link is a secret.
    const { method, routeOptions } = request;
    if (fault.status >= 500)
      log.error({ err: error, method, route: routeOptions.url ?? 'none' }, 'the console could not answer');
    return answerFault(reply, fault);
  });
}

type FaultError = Error & { readonly statusCode?: number; readonly code?: string };
interface Fault {
  readonly status: number;
  readonly says: string;
}

function answerFault(reply: FastifyReply, { status, says }: Fault): FastifyReply {
  const title =
    status === 401 ? 'Log in' : status === 404 ? 'Not found' : status < 500 ? 'Refused' : 'Not now';
  const body = html`<p>${says}</p><p><a href="/">To the first page</a></p>`;
  return sendPage(reply.code(status), { title, body });
}

/** What is not HTTP, or comes too slowly, has no request that could be answered. */
function refuseBroken(socket: Socket, headers: Readonly<Record<string, string>>): void {
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || begun?.headersSent) return void socket.destroy();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 400 Bad Request\r\n${lines.join('')}content-length: 0\r\nconnection: close\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

function faultOf(error: FaultError, method: string): Fault {
  if (error instanceof ConsoleFault) return { status: error.status, says: error.message };
  if (error instanceof Refusal) {
    const says = error.issues.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ');
    return { status: error.kind === 'notFound' ? 404 : 422, says };
  }
  if (isUnavailable(error)) {
    // An append whose answer was lost may be in the log.
    const next =
      method === 'POST'
        ? 'It is not certain what was done: look first, then try again.'
        : 'Try again in a moment.';
    return { status: 503, says: `${error.message}. ${next}` };
  }
  if (error.code?.startsWith('FST_CSRF'))
    return { status: 403, says: 'The form is of another session. Open its page again; nothing was done.' };
  const { statusCode = 500 } = error;
  if (statusCode < 500)
    return { status: statusCode, says: 'The request could not be read. Nothing was done.' };
  return { status: 500, says: 'The console has failed here. Its log says why.' };
}
