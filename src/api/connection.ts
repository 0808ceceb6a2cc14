import type { Server } from 'node:http';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './errorBody.ts';
import { type ErrorCode, failureFor, failureOf } from './errors.ts';
import { pathOf } from './gate.ts';

/** For a whole request: 300 MiB at a megabyte a second. */
const REQUEST_MS = 330_000;
/** A connection on which nothing moves is closed. */
const IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 70_000;
const MAX_HEADER_BYTES = 32_768;
/** For the request line and headers to be complete: anyone who drips them is cut off. */
export const HEADERS_MS = 20_000;
/** How often Node looks for connections whose time is up. */
const LOOK_EVERY_MS = 2_000;

/** Characters of a part of a path: a link that is tracked carries its target in one. */
const MAX_PARAM_LENGTH = 8_192;

/** How the HTTP server treats its connections, and what it says to requests that never reach a route. */
export const connectionOptions = {
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: LOOK_EVERY_MS },
  routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  return503OnClosing: false,
  clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  frameworkErrors: (error, request, reply) => {
    const { url } = request as FastifyRequest;
    const failure = failureOf(error);
    (reply as FastifyReply).code(failure.status).send(errorBody(pathOf(url), failure));
  },
} satisfies FastifyHttpOptions<Server>;

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** What is no HTTP gets its answer by hand, since there is no request to answer to; then the connection ends. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  // A response that has begun cannot be taken back.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (response?.headersSent) {
    socket.destroy(error);
    return;
  }
  const failure = failureFor(CODES[error.code ?? ''] ?? 'bad_request');
  const body = JSON.stringify(errorBody('', failure));
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
