import type { FastifyRequest } from 'fastify';
import type { App } from './dependencies.ts';
import { errorBody } from './errorBody.ts';
import { type Failure, failureFor, failureOf } from './errors.ts';
import { pathOf } from './gate.ts';

/** Answers every error in the error body. Faults of the service are left to the request's line in the log. */
export function handleErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = inDocs(request, failureOf(error));
    if (failure.status >= 500) request.fault = error;
    reply.code(failure.status).headers({ ...failure.headers });
    return reply.send(errorBody(pathOf(request.url), failure));
  });
  // The gate refuses what has no route before this is reached.
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(pathOf(request.url), failureFor('not_found'))),
  );
}

/** The files of the documentation need no key: what they forbid is answered as not found. */
function inDocs(request: FastifyRequest, failure: Failure): Failure {
  const isHidden = failure.code === 'forbidden' && request.routeOptions.url?.startsWith('/docs') === true;
  return isHidden ? failureFor('not_found') : failure;
}
