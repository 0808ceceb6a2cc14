import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import { namesSeveralHosts } from '../queues/hostHeader.ts';
import { errorBody } from './errorBody.ts';
import { ApiError, type ErrorCode, type Failure, failureFor, failureOf } from './errors.ts';
import { pathOf } from './gate.ts';
import { shownIdOf } from './requestLog.ts';

/** For a whole request: 300 MiB at a megabyte a second. */
const REQUEST_MS = 330_000;
/** A connection on which nothing moves is closed. */
const IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 70_000;
const MAX_HEADER_BYTES = 32_768;
/** For the request line and headers to be complete: a client that drips them is cut off. */
export const HEADERS_MS = 20_000;
/** How often Node checks the time limits of connections. */
const CHECK_EVERY_MS = 2_000;

/** How the HTTP server treats its connections, and how it answers requests that never reach a route. */
export const connectionOptions = {
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Node would refuse a request without a Host in a form of its own.
    requireHostHeader: false,
  },
  // Ids of any length reach the gate, so that a caller without a key gets 401 and learns nothing else. Some clients join a
  // base URL and a path with a slash too many.
  routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
  // Pages make links of their own address, and two slashes at its start would name another host.
  rewriteUrl: ({ url = '/' }) => (url.includes('//') ? url.replace(/^[^?]+/, singleSlashes) : url),
  return503OnClosing: false,
  clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  frameworkErrors: (error, request, reply) => {
    const { url } = request as FastifyRequest;
    const failure = failureOf(error);
    (reply as FastifyReply)
      .code(failure.status)
      .header('x-request-id', shownIdOf(request as FastifyRequest))
      .send(errorBody(pathOf(url), failure));
  },
} satisfies FastifyHttpOptions<Server>;

const singleSlashes = (path: string) => (path.startsWith('/') ? path.replace(/\/{2,}/g, '/') : path);

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Requests that Node would answer by itself, without the error body: they are answered here. */
export function answerOddRequests(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    // The request goes on its usual way, where `refuseOddRequest` refuses it.
    server.emit('request', request, response);
  });
  server.on('connect', (_request, socket) => {
    answerByHand(socket as Socket, failureFor('method_not_allowed'), ['allow: ']);
  });
}

/**
 * @throws ApiError 400 for a request without a Host or with several (RFC 9112, section 3.2), with an expectation that
 * is not supported, or of HTTP/1.0 with a transfer coding (section 6.1), whose end may be anywhere
 */
export function refuseOddRequest({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  const { host, expect, 'transfer-encoding': coding } = headers;
  if (httpVersion === '1.0' && coding !== undefined)
    throw new ApiError('bad_request', 'A body of HTTP/1.0 needs a Content-Length.', { connection: 'close' });
  if (host === undefined && httpVersion === '1.1')
    throw new ApiError('bad_request', 'The Host header is missing.');
  if (namesSeveralHosts(rawHeaders)) throw new ApiError('bad_request', 'The Host header is there twice.');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new ApiError('bad_request', 'The Expect header may ask for 100-continue alone.');
}

/** What is not HTTP gets its answer by hand, since there is no request object; then the connection ends. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // A response that has begun cannot be taken back.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) socket.destroy(error);
  else answerByHand(socket, failureFor(CODES[error.code ?? ''] ?? 'bad_request'));
}

function answerByHand(socket: Socket, failure: Failure, headers: readonly string[] = []): void {
  socket.on('error', () => {});
  const body = JSON.stringify(errorBody('', failure));
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...headers,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
