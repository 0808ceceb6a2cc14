// test/dispatcher/simulation/process.ts
import {
  attemptDelivery
} from "../../../src/dispatcher/attempt.js";
import { endpointDirectory } from "../../../src/dispatcher/endpoints.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
var Killed = class extends Error {
};
var ids = seededIds("simulation");
function processOn(log, { crash, clock, post }) {
  const store = log.opened(crash);
  return {
    ledger: { store, clock, ids },
    endpoints: endpointDirectory(store, clock),
    secrets: { open: (sealed) => sealed },
    poster: {
      post: ({ url, headers }) => post(headers["webhook-id"] ?? "", url),
      close: async () => {
      }
    },
    metrics: noMetrics,
    log: quietLog
  };
}
function attemptsOn(log, parts) {
  const context = processOn(log, parts);
  return {
    /** Hears that an endpoint has changed, as by the news of the log. */
    changed: () => context.endpoints.changed("w"),
    attempt: (ready) => attemptDelivery(context, ready, new AbortController().signal, () => {
    })
  };
}
var STATUSES = [200, 200, 204, 200, 301, 404, 408, 410, 429, 500, 503];
var REASONS = [
  "timeout",
  "dns",
  "connect",
  "refused",
  "reset",
  "tls",
  "protocol",
  "address_refused"
];
function answerOf(random, deliveryId) {
  const of = (values) => values[Math.floor(random() * values.length)];
  const isDeaf = Number(deliveryId.slice(1)) % 8 === 0;
  if (random() < (isDeaf ? 0.5 : 0.2))
    return { outcome: "failed", reason: of(REASONS) ?? "timeout", detail: "x" };
  return { outcome: "answered", status: (isDeaf ? 500 : of(STATUSES)) ?? 500, body: "" };
}
function reasonOf(outcome) {
  if (outcome.outcome === "failed") return outcome.reason;
  return outcome.status >= 200 && outcome.status < 300 ? null : "status";
}
export {
  Killed,
  answerOf,
  attemptsOn,
  processOn,
  reasonOf
};
//# sourceMappingURL=process.js.map
