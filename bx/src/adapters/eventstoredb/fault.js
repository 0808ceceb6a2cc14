// src/adapters/eventstoredb/fault.ts
import { EventStoreUnavailable } from "../../ports/eventStore.js";
var NoAnswer = class extends Error {
  name = "NoAnswer";
  /** How long nothing at all had come over the connection, not even for other calls; the wait at most. */
  silentMs;
  constructor(waitedMs, lastAnswerAtMs) {
    super(`no answer within ${Math.round(waitedMs)} ms`);
    this.silentMs = Math.min(waitedMs, performance.now() - lastAnswerAtMs);
  }
};
var ConnectionReplaced = class extends Error {
  name = "ConnectionReplaced";
  constructor() {
    super("the connection was replaced");
  }
};
var TryLater = class extends Error {
  name = "TryLater";
};
var FinalRefusal = class extends Error {
  name = "FinalRefusal";
};
var AppendDenied = class extends Error {
  name = "AppendDenied";
};
var CANCELLED = 1;
var INVALID_ARGUMENT = 3;
var PERMISSION_DENIED = 7;
var ABORTED = 10;
var INTERNAL = 13;
var UNAVAILABLE = 14;
var UNAUTHENTICATED = 16;
function faultKind(error) {
  if (error instanceof NoAnswer || error instanceof TryLater || error instanceof ConnectionReplaced)
    return "same-connection";
  if (error instanceof FinalRefusal) return "final";
  if (error instanceof AppendDenied) return "denied";
  const { type, code, message } = Object(error);
  if (type === "stream-deleted") return "deleted";
  if (type === "access-denied" || code === PERMISSION_DENIED || code === UNAUTHENTICATED) return "denied";
  if (code === INVALID_ARGUMENT || String(message).includes("InvalidPosition")) return "final";
  if (isNotReady(error) || isNotDiscovered(error)) return "same-connection";
  if (error instanceof EventStoreUnavailable) return "same-connection";
  const lost = code === void 0 || code === CANCELLED || code === INTERNAL || code === UNAVAILABLE;
  return lost && type !== "not-leader" ? "fresh-connection" : "same-connection";
}
function reasonOf(error) {
  const { type, code, message } = Object(error);
  const given = String(message ?? error);
  if (code === UNAUTHENTICATED) return "the user name or the password is wrong";
  if (type === "access-denied" || code === PERMISSION_DENIED) return "this user may not do that";
  if (code === CANCELLED && given.includes("Cancelled on client")) return "the connection was replaced";
  if (given.includes("wrong version number"))
    return "the server speaks without TLS: it needs tls=false in the address";
  const [, last = given] = /Last error: (?:Error: )?(.*?)\.? Resolution note:/s.exec(given) ?? [];
  if (/^Failed to connect \(.*\)$/.test(last))
    return "the server closes the connection: where it speaks TLS, tls=false must go from the address";
  return last;
}
function isNotReady(error) {
  return String(Object(error).message).includes("Server Is Not Ready");
}
function isNotDiscovered(error) {
  return String(Object(error).message).startsWith("Failed to discover");
}
function wasTooSlow(error) {
  return Object(error).code === ABORTED;
}
export {
  AppendDenied,
  ConnectionReplaced,
  FinalRefusal,
  NoAnswer,
  TryLater,
  faultKind,
  isNotDiscovered,
  isNotReady,
  reasonOf,
  wasTooSlow
};
//# sourceMappingURL=fault.js.map
