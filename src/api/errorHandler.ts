import type { FastifyRequest } from 'fastify';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Clock } from '../ports/clock.ts';
import { EventStoreUnavailable } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { ApiDependencies, App } from './dependencies.ts';
import { errorBody } from './errorBody.ts';
import { type Failure, failureFor, failureOf } from './errors.ts';
import { pathOf } from './gate.ts';

/** Answers every error in the error body. Faults of the service are logged, without the request's content. */
export function handleErrors(app: App, { metrics, ledger }: ApiDependencies, log: Log): void {
  const refused = refusals(log, ledger.clock);
  app.setErrorHandler((error, request, reply) => {
    const failure = inDocs(request, failureOf(error));
    if (failure.status >= 500) {
      metrics.count('postledger_http_faults_total', { code: failure.code });
      const fields = { request: request.id, route: request.routeOptions.url };
      if (failure.code === 'unavailable') refused({ ...fields, reason: messageOf(error) });
      else log.error({ ...fields, err: error }, 'request failed');
      if (error instanceof EventStoreUnavailable) lastFaultAtMs.set(ledger, ledger.clock.monotonicMs());
    }
    reply.code(failure.status).headers({ ...failure.headers });
    return reply.send(errorBody(pathOf(request.url), failure));
  });
  // The gate refuses what has no route before this is reached.
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(pathOf(request.url), failureFor('not_found'))),
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const REFUSALS_EVERY_MS = 1_000;

/** Logs the first refused request at once, and those of each second after it as one line: an outage refuses thousands. */
function refusals(log: Log, clock: Clock) {
  let first: object | null = null;
  let count = 0;
  let isCounting = false;
  const gather = async () => {
    isCounting = true;
    while (count > 0) {
      log.warn({ ...first, count }, 'requests refused for the time being');
      count = 0;
      await clock.sleep(REFUSALS_EVERY_MS);
    }
    isCounting = false;
  };
  return (fields: object) => {
    if (count === 0) first = fields;
    count += 1;
    if (!isCounting) void gather();
  };
}

/** The files of the documentation need no key: what they forbid is answered as not found. */
function inDocs(request: FastifyRequest, failure: Failure): Failure {
  const isHidden = failure.code === 'forbidden' && request.routeOptions.url?.startsWith('/docs') === true;
  return isHidden ? failureFor('not_found') : failure;
}

/** How long a refused append makes the service count as not ready. */
const FAULT_COUNTS_MS = 5_000;

const lastFaultAtMs = new WeakMap<Ledger, number>();

/** Whether the log could not be reached or written a moment ago. */
export function isLogFaulty(ledger: Ledger): boolean {
  const atMs = lastFaultAtMs.get(ledger);
  return atMs !== undefined && ledger.clock.monotonicMs() - atMs < FAULT_COUNTS_MS;
}
