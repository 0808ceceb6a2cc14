// src/api/gate.ts
import { refuseTooLarge } from "./bodies.js";
import { ApiError } from "./errors.js";
import { idempotencyKey } from "./idempotency.js";
import { stillStarting } from "./startUp.js";
var ADMITTED_FOR_MS = 500;
function gate({ auth, table, startUp, clock, metrics, backgroundLagMs }, maxBodyBytes) {
  const delayMs = sendDelay(backgroundLagMs);
  const checkSender = senderCheck({ startUp, metrics });
  const admit = (request, caller) => {
    const { scope, sends, idempotencyKey: keyed, checks } = request.routeOptions.config;
    request.caller = caller;
    request.admittedAtMs = clock.monotonicMs();
    if (scope !== void 0) checkScope(caller, scope);
    if (sends) checkSender(caller);
    if (keyed !== void 0) idempotencyKey(request, { required: keyed === "required" });
    if (checks?.reader) {
      refuseOtherThanJson(request);
      refuseTooLarge(request.raw, maxBodyBytes);
    }
    if (!sends) return null;
    const waitMs = delayMs();
    return waitMs === 0 ? null : clock.sleep(waitMs);
  };
  const enter = (request, reply, done) => {
    if (request.is404) {
      const methods = table.methodsOf(pathOf(request.url));
      if (methods.length === 0) throw new ApiError("not_found", "There is no such path.");
      const allow = methods.join(", ");
      if (request.method !== "OPTIONS") throw new ApiError("method_not_allowed", void 0, { allow });
      reply.code(204).header("allow", allow).send();
      return;
    }
    const { config } = request.routeOptions;
    if (config.public) {
      if (config.checks?.reader)
        refuseTooLarge(request.raw, Math.min(config.maxBodyBytes ?? maxBodyBytes, maxBodyBytes));
      done();
      return;
    }
    const caller = auth.callerOf(request.headers.authorization);
    const wait = caller instanceof Promise ? caller.then((found) => admit(request, found)) : admit(request, caller);
    if (wait === null) done();
    else wait.then(() => done(), done);
  };
  const stillAdmitted = (request) => {
    const { public: isPublic, sends } = request.routeOptions.config;
    if (isPublic || clock.monotonicMs() - request.admittedAtMs < ADMITTED_FOR_MS) return null;
    const confirm = (caller2) => {
      request.caller = caller2;
      if (sends) checkSender(caller2);
    };
    const caller = auth.callerOf(request.headers.authorization);
    if (caller instanceof Promise) return caller.then(confirm);
    confirm(caller);
    return null;
  };
  return { enter, stillAdmitted };
}
function checkScope(caller, scope) {
  if (caller.scopes.includes(scope)) return;
  throw new ApiError("forbidden", `The API key lacks the scope ${scope}.`, {
    "www-authenticate": `Bearer realm="postledger", error="insufficient_scope", scope="${scope}"`
  });
}
function senderCheck({ startUp, metrics }) {
  return ({ suspendedFor }) => {
    if (!startUp.takesSends) throw stillStarting.sends();
    if (suspendedFor === null) return;
    metrics.count("postledger_suspended_sends_total");
    throw new ApiError("forbidden", `The workspace is suspended: ${suspendedFor}`);
  };
}
var TOLERATED_LAG_MS = 6e4;
var DELAY_SHARE = 1 / 50;
var MAX_DELAY_MS = 500;
function sendDelay(lagMs = () => 0) {
  return () => Math.max(0, Math.min((lagMs() - TOLERATED_LAG_MS) * DELAY_SHARE, MAX_DELAY_MS));
}
function pathOf(url) {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}
function refuseOtherThanJson({ headers }) {
  const { "content-type": type, "content-encoding": coding } = headers;
  if (type === void 0)
    throw new ApiError(
      "unsupported_media_type",
      "The Content-Type header is missing; send application/json."
    );
  if (type !== "application/json" && !isJsonInUtf8(type)) throw new ApiError("unsupported_media_type");
  if (coding !== void 0 && coding.trim().toLowerCase() !== "identity")
    throw new ApiError("unsupported_media_type", "A body in a content coding is not taken.");
}
function isJsonInUtf8(type) {
  const [media, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((parameter) => parameter.startsWith("charset="));
  return media === "application/json" && charsets.every((one) => /^charset="?utf-?8"?$/.test(one));
}
export {
  checkScope,
  gate,
  pathOf,
  sendDelay,
  senderCheck
};
//# sourceMappingURL=gate.js.map
