import type { FastifyRequest } from 'fastify';
import { EventStoreUnavailable } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { ApiContext, App } from './context.ts';
import { errorBody } from './errorBody.ts';
import { type Failure, failureFor, failureOf } from './errors.ts';
import { pathOf } from './gate.ts';
import { noteLogFault } from './logHealth.ts';

/** Answers every error in the error body. What is our fault goes to the log, without the request's content. */
export function refusals(app: App, { metrics, ledger }: ApiContext, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = inDocs(request, failureOf(error));
    if (failure.status >= 500) {
      metrics.count('postledger_http_faults_total', { code: failure.code });
      const fields = { request: request.id, route: request.routeOptions.url, err: error };
      if (failure.code === 'unavailable') log.warn(fields, 'request refused for the time being');
      else log.error(fields, 'request failed');
      if (error instanceof EventStoreUnavailable) noteLogFault(ledger);
    }
    reply.code(failure.status).headers({ ...failure.headers });
    return reply.send(errorBody(pathOf(request.url), failure));
  });
  // The gate refuses what has no route before this is reached.
  app.setNotFoundHandler((request, reply) => {
    const failure = failureOf({ statusCode: 404 });
    return reply.code(404).send(errorBody(pathOf(request.url), failure));
  });
}

/** The documentation has nothing that a key would open: what its files refuse is not there. */
function inDocs(request: FastifyRequest, failure: Failure): Failure {
  const isHidden = failure.code === 'forbidden' && request.routeOptions.url?.startsWith('/docs') === true;
  return isHidden ? failureFor('not_found') : failure;
}
