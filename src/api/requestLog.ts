import type { FastifyRequest } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { App } from './dependencies.ts';
import { failureOf } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id that its answer and its log line carry: the caller's own where that is sane. */
    shownId: string;
    /** Why it was answered with a status of 5xx; null: that is the route's own answer, or there was no such status. */
    fault: unknown;
    /** Whether its answer of 503 says no more than that the service is still starting. */
    isStarting: boolean;
  }
}

/** Ids of callers that are kept. Others could fill the log, or break its lines. */
const SANE_ID = /^[\w.~+/=:@-]{1,128}$/;

/** The caller's `x-request-id` where it is one, else the id that the request has here. */
export function shownIdOf({ headers, id }: Pick<FastifyRequest, 'headers' | 'id'>): string {
  const { 'x-request-id': given } = headers;
  return typeof given === 'string' && SANE_ID.test(given) ? given : id;
}

export interface RequestLogDependencies {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count' | 'timing'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** What the line of a request says. */
interface RequestFields extends Record<string, unknown> {
  request: string;
  givenId?: string;
  /** The client went away before its answer was written. */
  cut?: true;
}

/**
 * Gives each answer its `x-request-id`, and logs each request once it is over, also when the client went away: at debug, and
 * at error when it is answered with a status of 5xx, unless that is what one who waits for a start is told. A line has the route's pattern and no part of the address, since those
 * hold tokens and addresses of recipients. `request` is the id that events of the request have as their correlation.
 */
export function logRequests(app: App, { log, metrics, clock }: RequestLogDependencies): void {
  app.decorateRequest('shownId', '');
  app.decorateRequest('fault', null);
  app.decorateRequest('isStarting', false);
  app.addHook('onRequest', (request, reply, done) => {
    const begunAtMs = clock.monotonicMs();
    request.shownId = shownIdOf(request);
    reply.header('x-request-id', request.shownId);
    reply.raw.on('close', () => {
      const { statusCode, headersSent, writableFinished } = reply.raw;
      const { id, shownId, method, fault, isStarting } = request;
      const status = headersSent ? statusCode : null;
      const ms = Math.round(clock.monotonicMs() - begunAtMs);
      const route = request.routeOptions.url ?? 'none';
      metrics.timing('postledger_http_request_seconds', ms, { route });
      const fields: RequestFields = { request: id, method, route, status, ms };
      if (shownId !== id) fields.givenId = shownId;
      if (!writableFinished) fields.cut = true;
      // A fault counts also when its caller no longer waits for the answer.
      if (fault === null && (status === null || status < 500)) log.debug(fields, 'request answered');
      else {
        const code =
          status === 503 || failureOf(fault).code === 'unavailable' ? 'unavailable' : 'internal_error';
        metrics.count('postledger_http_faults_total', { code });
        if (isStarting) log.debug({ ...fields, code }, 'request answered before the start was over');
        else log.error({ ...fields, code, ...causeOf(fault, code) }, 'request failed');
      }
    });
    done();
  });
}

/** A defect is logged with its stack; what is only unavailable with its sentence, since an outage refuses thousands. */
function causeOf(fault: unknown, code: string): object {
  if (fault === null) return {};
  if (code === 'internal_error') return { err: fault };
  return { reason: fault instanceof Error ? fault.message : String(fault) };
}
