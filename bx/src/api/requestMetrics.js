// src/api/requestMetrics.ts
import { NO_HOLD } from "../queues/byteShares.js";
var SCRAPED_AT = "/metrics";
var WATCHED_STATUSES = [401, 403, 422, 503];
function countRequests(app, metrics, budget) {
  let inFlight = 0;
  let sends = 0;
  const counted = /* @__PURE__ */ new Map();
  const add = (method, route, status, requests) => {
    const key = `${method} ${status} ${route}`;
    const same = counted.get(key);
    if (same !== void 0) same.requests += requests;
    else counted.set(key, { labels: { method, route, status: String(status) }, requests });
  };
  const report = () => {
    for (const { labels, requests } of counted.values())
      metrics.count("postledger_http_requests_total", labels, requests);
    counted.clear();
    metrics.gauge("postledger_http_requests_in_flight", inFlight);
    metrics.gauge("postledger_http_body_bytes", budget.inUse());
    metrics.gauge("postledger_http_answer_bytes", app.answers.inUse());
  };
  app.decorate("requestsInFlight", () => inFlight);
  app.decorate("sendsInFlight", () => sends);
  app.addHook("onRequest", (request, reply, done) => {
    const hold = request.method === "GET" ? NO_HOLD : budget.hold();
    request.hold = hold;
    const sending = request.routeOptions.config.idempotencyKey === void 0 ? 0 : 1;
    inFlight++;
    sends += sending;
    reply.raw.on("close", () => {
      inFlight--;
      sends -= sending;
      hold.release();
      request.endTurn();
    });
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    add(request.method, request.routeOptions.url ?? "none", reply.statusCode, 1);
    done();
  });
  app.addHook("onRoute", (route) => {
    if (route.config?.scope !== void 0)
      for (const method of [route.method].flat())
        for (const status of WATCHED_STATUSES) add(method, route.url, status, 0);
    if (route.url !== SCRAPED_AT) return;
    route.preHandler = (_request, _reply, done) => {
      report();
      done();
    };
  });
}
export {
  countRequests
};
//# sourceMappingURL=requestMetrics.js.map
