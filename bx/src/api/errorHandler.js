// src/api/errorHandler.ts
import { EventStoreUnavailable } from "../ports/eventStore.js";
import { errorBody } from "./errorBody.js";
import { failureFor, failureOf } from "./errors.js";
import { pathOf } from "./gate.js";
function handleErrors(app, { ledger }) {
  app.setErrorHandler((error, request, reply) => {
    const failure = inDocs(request, failureOf(error));
    if (failure.status >= 500) {
      request.fault = error;
      if (error instanceof EventStoreUnavailable) lastFaultAtMs.set(ledger, ledger.clock.monotonicMs());
    }
    reply.code(failure.status).headers({ ...failure.headers });
    return reply.send(errorBody(pathOf(request.url), failure));
  });
  app.setNotFoundHandler(
    (request, reply) => reply.code(404).send(errorBody(pathOf(request.url), failureFor("not_found")))
  );
}
function inDocs(request, failure) {
  const isHidden = failure.code === "forbidden" && request.routeOptions.url?.startsWith("/docs") === true;
  return isHidden ? failureFor("not_found") : failure;
}
var FAULT_COUNTS_MS = 5e3;
var lastFaultAtMs = /* @__PURE__ */ new WeakMap();
function isLogFaulty(ledger) {
  const atMs = lastFaultAtMs.get(ledger);
  return atMs !== void 0 && ledger.clock.monotonicMs() - atMs < FAULT_COUNTS_MS;
}
export {
  handleErrors,
  isLogFaulty
};
//# sourceMappingURL=errorHandler.js.map
