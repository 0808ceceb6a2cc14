// src/main/components.ts
import { publicLinks } from "../commands/email/publicLinks.js";
import { webhookDispatch } from "../dispatcher/dispatch.js";
import { endpointDirectory } from "../dispatcher/endpoints.js";
import { webhookFanOut } from "../dispatcher/fanOut.js";
import { watchCatchUp } from "../runtime/follow/caughtUp.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { byteBudget } from "../sender/byteBudget.js";
import { campaignRunWorker } from "../sender/campaign/campaignRunWorker.js";
import { CLAIM_TIMEOUT_MS } from "../sender/claims.js";
import { countedPace } from "../sender/countedPace.js";
import { rememberAccepted } from "../sender/email/emailStream.js";
import { mailSigning } from "../sender/email/mailSigning.js";
import { returnPath } from "../sender/email/returnPath.js";
import { emailWorker } from "../sender/emailWorker.js";
import { smsPartsWorker } from "../sender/sms/smsParts.js";
import { smsWorker } from "../sender/sms/smsWorker.js";
import { loopsOf } from "./loops.js";
import { intakeDomain, partitionsOf, recipientsUrl } from "./options.js";
var WORK_INDEXES = ["emailOutbox", "emailRetries", "smsOutbox", "smsParts", "campaignRuns"];
var MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
var IN_STEP = /* @__PURE__ */ new Set([...WORK_INDEXES, "webhookWork"]);
var GATHER_MS = /* @__PURE__ */ new Map([
  ["emailOutbox", 250],
  ["emailRetries", 250],
  ["messages", 250],
  ["dailyAnalytics", 250],
  ["balances", 250],
  ["creditMonths", 250],
  ["keyUses", 250],
  ["webhookTotals", 250],
  ["webhookDeliveries", 250],
  ["webhookHealth", 250],
  ["webhookWork", 100]
]);
function componentsOf(dependencies) {
  const { ports, ledger, projections, models, settings, bounds } = dependencies;
  const { secrets, poster, log, metrics, clock } = ports;
  const dispatch = webhookDispatch(
    {
      ledger,
      secrets,
      poster,
      metrics,
      log,
      endpoints: endpointDirectory(ledger.store, clock),
      collection: models.webhookWork,
      health: models.webhookHealth,
      partitions: partitionsOf(settings)
    },
    bounds.dispatch
  );
  const { handOver } = dispatch;
  const fanOut = webhookFanOut({ ledger, metrics, log, handOver });
  return {
    projections: Object.keys(projections).map((name) => ({
      projection: projections[name],
      collection: models[name],
      inStep: IN_STEP.has(name),
      gatherMs: GATHER_MS.get(name) ?? 0,
      notifies: notifiesOf(name)
    })),
    // The endpoints that were active at an event are read from the log itself.
    policies: [
      {
        role: "dispatcher",
        consults: [],
        policy: { ...fanOut, ...bounds.ahead && { ahead: bounds.ahead } }
      },
      { role: "dispatcher", consults: [], policy: dispatch.onEvents }
    ],
    workers: senders(dependencies),
    loops: loopsOf(dependencies, dispatch)
  };
}
function senders(dependencies) {
  const { ports, ledger, projections, live, settings, route, accepting } = dependencies;
  const { blobs, mailer, renderer, composer, signer, carrier, secrets, tokens, log, metrics } = ports;
  const rule = {
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    get soleSinceMs() {
      return dependencies.soleSenderSinceMs();
    }
  };
  const pace = countedPace(ports.pace, metrics);
  const sending = { ledger, pace, limitsOf: limitsOf(live.workspaces, settings), log, metrics, rule };
  const email = {
    ...sending,
    blobs,
    mailer,
    route,
    returnPath: returnPath(tokens, settings.POSTLEDGER_BOUNCE_DOMAIN),
    renderer,
    composer,
    links: publicLinks(tokens, recipientsUrl(settings), intakeDomain(settings)),
    signing: mailSigning({
      ledger,
      secrets,
      signer,
      log,
      requireDomains: settings.POSTLEDGER_REQUIRE_DOMAINS === "yes"
    }),
    suppressedAmong: accepting.suppressedAmong,
    budget: byteBudget(MAX_MESSAGE_BYTES)
  };
  return [
    ...["emailOutbox", "emailRetries"].map((index) => ({
      ...worker(
        "sender",
        dependencies,
        index,
        ["suppressions", "workspaces"],
        (models) => emailWorker({ ...email, index, collection: models[index] })
      ),
      ...index === "emailOutbox" && {
        onRead: (events) => rememberAccepted(ledger.store, events)
      }
    })),
    worker(
      "sender",
      dependencies,
      "smsOutbox",
      ["workspaces"],
      (models) => smsWorker({
        ...sending,
        carrier,
        collection: models.smsOutbox
      })
    ),
    worker(
      "sender",
      dependencies,
      "smsParts",
      [],
      (models) => smsPartsWorker({ ledger, collection: models.smsParts })
    ),
    worker(
      "sender",
      dependencies,
      "campaignRuns",
      ["contacts", "suppressions", "senderDomains", "workspaces"],
      (models) => campaignRunWorker({
        accepting,
        collection: models.campaignRuns,
        contacts: models.contacts,
        contactsCaughtUp: caughtUp(dependencies, projections.contacts),
        limitsOf: sending.limitsOf,
        log
      })
    )
  ];
}
function notifiesOf(name) {
  if (name === "workspaces") return "workspaces";
  return IN_STEP.has(name) ? "lanes" : null;
}
function worker(role, { projections, models }, index, others, make) {
  const projectionOf = (name) => projections[name];
  return {
    role,
    worker: make(models),
    projection: projectionOf(index),
    consults: [index, ...others].map(projectionOf)
  };
}
function caughtUp({ ports, checkpoints }, projection) {
  const names = [projectionConsumerName(projection)];
  return (signal) => watchCatchUp(names, { ...ports, checkpoints }, signal).passed(names);
}
function limitsOf(workspaces, settings) {
  const fallback = {
    perSecond: settings.POSTLEDGER_PACE_PER_SECOND,
    perDay: settings.POSTLEDGER_PACE_PER_DAY
  };
  return async (workspace) => {
    const { pace, suspended } = (await workspaces.get(workspace))?.document ?? {};
    return suspended ? { ...fallback, perSecond: 0 } : pace ?? fallback;
  };
}
export {
  componentsOf,
  limitsOf
};
//# sourceMappingURL=components.js.map
