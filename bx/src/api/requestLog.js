// src/api/requestLog.ts
import { failureOf } from "./errors.js";
var SANE_ID = /^[\w.~+/=:@-]{1,128}$/;
function shownIdOf({ headers, id }) {
  const { "x-request-id": given } = headers;
  return typeof given === "string" && SANE_ID.test(given) ? given : id;
}
function logRequests(app, { log, metrics, clock }) {
  app.decorateRequest("shownId", "");
  app.decorateRequest("fault", null);
  app.addHook("onRequest", (request, reply, done) => {
    const begunAtMs = clock.monotonicMs();
    request.shownId = shownIdOf(request);
    reply.header("x-request-id", request.shownId);
    reply.raw.on("close", () => {
      const { statusCode, headersSent, writableFinished } = reply.raw;
      const { id, shownId, method, fault } = request;
      const status = headersSent ? statusCode : null;
      const ms = Math.round(clock.monotonicMs() - begunAtMs);
      const route = request.routeOptions.url ?? "none";
      metrics.timing("postledger_http_request_seconds", ms, { route });
      const fields = { request: id, method, route, status, ms };
      if (shownId !== id) fields.givenId = shownId;
      if (!writableFinished) fields.cut = true;
      if (fault === null && (status === null || status < 500)) log.debug(fields, "request answered");
      else {
        const code = status === 503 || failureOf(fault).code === "unavailable" ? "unavailable" : "internal_error";
        metrics.count("postledger_http_faults_total", { code });
        log.error({ ...fields, code, ...causeOf(fault, code) }, "request failed");
      }
    });
    done();
  });
}
function causeOf(fault, code) {
  if (fault === null) return {};
  if (code === "internal_error") return { err: fault };
  return { reason: fault instanceof Error ? fault.message : String(fault) };
}
export {
  logRequests,
  shownIdOf
};
//# sourceMappingURL=requestLog.js.map
