// src/adapters/smtp/relayMailer.ts
import { diagnosticOf } from "../../mail/classifyBounce.js";
import { GRACE_MS } from "./deadline.js";
import { refusedOutcome, sessionFault } from "./failure.js";
import { openSession } from "./openSession.js";
import { relayAddress } from "./relayAddress.js";
import { routeFault } from "./reply.js";
import { ConnectionsInUse, sessionPool } from "./sessionPool.js";
import { transact } from "./transaction.js";
var BEGIN_MS = 6e4;
var ANSWER_MS = 18e4;
var CONNECT_MS = 2e4;
var IDLE_MS = 3e4;
var MAX_CONNECTIONS = 20;
var LONGEST_TRANSACTION_MS = BEGIN_MS + ANSWER_MS + GRACE_MS;
var MAX_MESSAGES_PER_CONNECTION = 1e3;
function relayMailer(options) {
  const { host, port, implicitTls, tls, login } = relayAddress(options.url);
  const { beginMs = BEGIN_MS, answerMs = ANSWER_MS } = options;
  const opened = (startTls) => openSession({
    host,
    port,
    implicitTls,
    startTls,
    // Where an unencrypted connection is accepted too, the certificate is not checked (RFC 7435).
    tls: { ...tls === "opportunistic" && { rejectUnauthorized: false }, ...options.tls },
    login,
    name: options.name,
    connectMs: Math.min(CONNECT_MS, beginMs),
    silenceMs: answerMs
  });
  const pool = sessionPool({
    async open() {
      if (tls === "required") return opened("required");
      return opened("offered").catch((error) => {
        if (sessionFault(error).trouble !== "tls") throw error;
        return opened("ignored");
      });
    },
    maxSessions: options.maxConnections ?? MAX_CONNECTIONS,
    maxMessagesPerSession: MAX_MESSAGES_PER_CONNECTION,
    idleMs: IDLE_MS,
    waitMs: beginMs
  });
  return {
    route: "relay",
    async probe() {
      try {
        await pool.ensure();
        return null;
      } catch (error) {
        return sessionFault(error);
      }
    },
    restOf: () => null,
    async send(mail) {
      const transaction = await transact(pool, mail, { beginMs, answerMs, successReports: true });
      switch (transaction.ended) {
        case "taken":
          return {
            outcome: "submitted",
            response: diagnosticOf(transaction.response),
            handedOver: transaction.handedOver
          };
        case "unknown":
          return { outcome: "deferred", fault: "message", diagnostic: diagnosticOf(transaction.diagnostic) };
        case "unsent": {
          const { failure } = transaction;
          return failure instanceof ConnectionsInUse ? { outcome: "waiting" } : sessionFault(failure);
        }
        case "refused": {
          const outcome = refusedOutcome(transaction.failure, "relay");
          return outcome.outcome === "busy" ? routeFault("connection", outcome.diagnostic) : outcome;
        }
      }
    },
    async close() {
      pool.close();
    }
  };
}
export {
  LONGEST_TRANSACTION_MS,
  relayMailer
};
//# sourceMappingURL=relayMailer.js.map
