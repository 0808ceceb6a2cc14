// src/adapters/http/failureReason.ts
import { AttemptFailed } from "./attempt.js";
var PEER_ENDED = /^(UND_ERR_SOCKET|UND_ERR_DESTROYED|ECONNRESET|ECONNABORTED|EPIPE)$/;
var BY_STAGE = { connecting: "connect", handshake: "tls", exchange: "protocol" };
function codeOf(error) {
  const { code, name } = error;
  return typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
}
function attemptFailed(stage, error) {
  if (error instanceof AttemptFailed) return error;
  const codes = [...new Set(error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)])];
  const isAll = (is) => codes.every(is);
  const detail = codes.join(" ");
  if (isAll((code) => code === "ECONNREFUSED")) return new AttemptFailed("refused", detail);
  if (isAll((code) => code === "ETIMEDOUT")) return new AttemptFailed("timeout", detail);
  if (isAll((code) => PEER_ENDED.test(code))) return new AttemptFailed("reset", detail);
  if (isAll((code) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code))) return new AttemptFailed("tls", detail);
  return new AttemptFailed(BY_STAGE[stage], detail);
}
export {
  attemptFailed,
  codeOf
};
//# sourceMappingURL=failureReason.js.map
