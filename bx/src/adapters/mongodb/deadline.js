// src/adapters/mongodb/deadline.ts
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError
} from "mongodb";
import { outage } from "../node/outage.js";
import { withTimeout } from "../node/withTimeout.js";
var READ_DEADLINE_MS = 5e3;
var WRITE_DEADLINE_MS = 1e4;
var OUTAGE_TEXTS = {
  begins: "MongoDB is out of reach; calls are tried again",
  ends: "MongoDB answers again"
};
var RETRIED_MS = 1e3;
var FIRST_BACKOFF_MS = 50;
var LONGEST_BACKOFF_MS = 1e3;
var RENEW_AFTER_MS = 15e3;
function mongoCalls(client, log, { longestMs = WRITE_DEADLINE_MS, renewAfterMs = RENEW_AFTER_MS } = {}) {
  const away = outage(log, OUTAGE_TEXTS, RETRIED_MS);
  let connected = null;
  let closed = Promise.resolve();
  let failingSinceMs = null;
  const connect = async () => {
    await closed;
    connected ??= client.connect().catch((error) => {
      connected = null;
      throw error;
    });
    return connected;
  };
  const watched = {
    ...away,
    failed(fault) {
      away.failed(fault);
      failingSinceMs ??= performance.now();
      if (performance.now() - failingSinceMs < renewAfterMs) return;
      failingSinceMs = performance.now();
      log.warn(
        { reason: fault.message },
        "MongoDB has answered nothing for long: its client is opened again"
      );
      connected = null;
      closed = client.close().catch(() => {
      });
    },
    succeeded() {
      away.succeeded();
      failingSinceMs = null;
    }
  };
  return (deadlineMs, unavailable, attempt) => withinDeadline(Math.min(deadlineMs, longestMs), unavailable, watched, async (remainingMs) => {
    await connect();
    return attempt(remainingMs);
  });
}
async function withinDeadline(deadlineMs, unavailable, away, attempt) {
  const endMs = performance.now() + deadlineMs;
  let reason = `no answer within ${deadlineMs} ms`;
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
    const remainingMs = Math.max(1, Math.ceil(endMs - performance.now()));
    try {
      const result = await withTimeout(attempt(remainingMs), remainingMs, () => new DeadlinePassed());
      away.succeeded();
      return result;
    } catch (fault) {
      const error = asMongoError(fault);
      if (error instanceof DeadlinePassed) {
        away.failed({ message: reason });
        throw new unavailable(reason);
      }
      if (!(error instanceof MongoError)) throw error;
      reason = reasonOf(error);
      if (isTemporary(error)) away.failed({ message: reason });
      if (!isTemporary(error) || performance.now() + backoffMs >= endMs) throw new unavailable(reason);
    }
    await new Promise((resolve) => setTimeout(resolve, backoffMs));
  }
}
var SOCKET_GONE = /* @__PURE__ */ new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ENOTCONN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ERR_SOCKET_CLOSED",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END"
]);
function asMongoError(fault) {
  if (!(fault instanceof Error) || !SOCKET_GONE.has(String(fault.code)))
    return fault;
  return new MongoNetworkError(fault.message, { cause: fault });
}
var DeadlinePassed = class extends Error {
  name = "DeadlinePassed";
};
var OUTAGE = [6, 7, 89, 262, 64, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436, 134, 50, 100, 133, 202];
var DISTURBED = [43, 175, 237, 11601, 117, 12586, 12587];
var TEMPORARY = /* @__PURE__ */ new Set([...OUTAGE, ...DISTURBED]);
function isTemporary(error) {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error.name === "MongoWaitQueueTimeoutError") return true;
  if (error.hasErrorLabel("RetryableWriteError") || error.hasErrorLabel("RetryableError")) return true;
  if (TEMPORARY.has(Number(codeOf(error)))) return true;
  const inner = error instanceof MongoBulkWriteError ? innerOf(error) : error.cause;
  return inner instanceof MongoError && inner !== error && isTemporary(inner);
}
function innerOf(error) {
  return error.errorResponse ?? error.cause;
}
var DUPLICATE_KEY = 11e3;
function codeOf(error) {
  if (!(error instanceof MongoBulkWriteError)) return error.code;
  const fatal = [error.writeErrors].flat().find(({ code }) => code !== DUPLICATE_KEY);
  return fatal?.code ?? error.result.getWriteConcernError()?.code ?? error.code;
}
function reasonOf(error) {
  const inner = error instanceof MongoBulkWriteError ? innerOf(error) : error;
  if (inner instanceof MongoNetworkError || inner instanceof MongoServerSelectionError) {
    if (inner.message.includes("wrong version number"))
      return "the server speaks without TLS: tls=true must go from the address";
    if (inner.message.endsWith(" closed"))
      return `${inner.message}: where the server speaks TLS, the address needs tls=true`;
    return inner.message;
  }
  const code = codeOf(error);
  return code === void 0 ? error.name : `${error.name}, code ${code}`;
}
export {
  DUPLICATE_KEY,
  READ_DEADLINE_MS,
  WRITE_DEADLINE_MS,
  mongoCalls
};
//# sourceMappingURL=deadline.js.map
