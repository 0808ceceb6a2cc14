import type { Metrics } from '../ports/metrics.ts';
import { type ByteShares, NO_HOLD } from '../queues/byteShares.ts';
import type { App } from './dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests that are not answered yet. */
    requestsInFlight(): number;
    /** Those of them that take messages in: they wait for no read model, so background work gives way to them. */
    sendsInFlight(): number;
  }
}

/** The path that Prometheus scrapes: the counts are handed to the metrics then. */
const SCRAPED_AT = '/metrics';

/** Refusals whose rate is watched by route: they are there as zeros before the first, as a rate needs it. */
const WATCHED_STATUSES = [401, 403, 422, 503];

interface Counted {
  readonly labels: Readonly<Record<string, string>>;
  requests: number;
}

/**
 * Gives each request its part of the memory for bodies, and takes it back when the response is done or the client
 * has gone. Counts requests by route and status; on the way of a request this is one addition.
 */
export function countRequests(app: App, metrics: Metrics, budget: ByteShares): void {
  let inFlight = 0;
  let sends = 0;
  const counted = new Map<string, Counted>();
  const add = (method: string, route: string, status: number, requests: number) => {
    const key = `${method} ${status} ${route}`;
    const same = counted.get(key);
    if (same !== undefined) same.requests += requests;
    else counted.set(key, { labels: { method, route, status: String(status) }, requests });
  };
  const report = () => {
    for (const { labels, requests } of counted.values())
      metrics.count('postledger_http_requests_total', labels, requests);
    counted.clear();
    metrics.gauge('postledger_http_requests_in_flight', inFlight);
    metrics.gauge('postledger_http_body_bytes', budget.inUse());
    metrics.gauge('postledger_http_answer_bytes', app.answers.inUse());
  };
  app.decorate('requestsInFlight', () => inFlight);
  app.decorate('sendsInFlight', () => sends);
  app.addHook('onRequest', (request, reply, done) => {
    const hold = request.method === 'GET' ? NO_HOLD : budget.hold();
    request.hold = hold;
    const sending = request.routeOptions.config.idempotencyKey === undefined ? 0 : 1;
    inFlight++;
    sends += sending;
    // A response closes exactly once, also when it fails.
    reply.raw.on('close', () => {
      inFlight--;
      sends -= sending;
      hold.release();
      request.endTurn();
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    add(request.method, request.routeOptions.url ?? 'none', reply.statusCode, 1);
    done();
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.scope !== undefined)
      for (const method of [route.method].flat())
        for (const status of WATCHED_STATUSES) add(method, route.url, status, 0);
    if (route.url !== SCRAPED_AT) return;
    route.preHandler = (_request, _reply, done) => {
      report();
      done();
    };
  });
}
