// src/api/routes/hooks.ts
import { Type } from "../../../packages/typebox.js";
import { notFound } from "../../commands/kernel/refusal.js";
import { isHookAddressOpen } from "../../commands/workspace/hookAddresses.js";
import { hookOf } from "../../intake/hooks/hookToken.js";
import { hookIntake } from "../../intake/hooks/takeHook.js";
import { floodGuard } from "../../queues/floodGuard.js";
import { ApiError, unavailable } from "../errors.js";
var MAX_BODY_BYTES = 1048576;
var LOGGED_A_MINUTE = 1;
var REASONS = { token: "that this service never gave out", revoked: "that was revoked" };
var hookRoutes = (app, dependencies) => {
  const { ledger, tokens, metrics, log } = dependencies;
  const { suppressionOf } = dependencies.live;
  const hooks = hookIntake({ ...dependencies, known: dependencies.models.addressEvidence, suppressionOf });
  const forged = floodGuard(ledger.clock, LOGGED_A_MINUTE);
  const refused = (request, what) => {
    metrics.count("postledger_hooks_refused_total", { route: "unknown", what });
    if (forged.count(request.ip) === LOGGED_A_MINUTE)
      log.warn({ remoteAddress: request.ip }, `a hook was called with a token ${REASONS[what]}`);
    return notFound("There is no such hook.");
  };
  const onRequest = async (request) => {
    const { route, token } = request.params;
    const named = hookOf(tokens, route, token);
    if (named === null) throw refused(request, "token");
    if (!await isHookAddressOpen(ledger, named.hookId)) throw refused(request, "revoked");
  };
  app.post(
    "/hooks/:route/:token",
    {
      config: { public: true, maxBodyBytes: MAX_BODY_BYTES },
      schema: { hide: true, body: Type.Unknown() },
      onRequest
    },
    async (request, reply) => {
      const { route, token } = request.params;
      const named = hookOf(tokens, route, token);
      if (named === null) throw notFound("There is no such hook.");
      return answer(reply, await hooks.take(named, request.body));
    }
  );
};
function answer(reply, outcome) {
  reply.header("cache-control", "no-store");
  switch (outcome.is) {
    case "forged":
      throw new ApiError("forbidden", "The message is not signed by who it claims to come from.");
    case "later":
      throw unavailable("The report cannot be recorded at present; send it again.");
    case "taken": {
      const { recorded, known, foreign } = outcome;
      return { recorded, known, foreign };
    }
  }
}
export {
  hookRoutes
};
//# sourceMappingURL=hooks.js.map
