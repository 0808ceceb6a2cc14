// src/adapters/smtp/mxRoute.ts
import { diagnosticOf } from "../../mail/classifyBounce.js";
import { refusedOutcome, unreachableOutcome } from "./failure.js";
import { sitesOfDomains } from "./mxSite.js";
import { restingDestinations } from "./restingDestinations.js";
var LONGEST_LOOK_UP_MS = 6e4;
function mxRoute({
  clock,
  ids,
  lookup,
  transactAt
}) {
  const resting = restingDestinations({ clock, ids });
  const sites = sitesOfDomains(lookup, clock);
  const restOf = (domain) => {
    const site = sites.lastSiteOf(domain);
    return resting.restOf(domain) ?? (site === void 0 ? null : resting.restOf(site.name));
  };
  return {
    route: "mx",
    // Only receivers could be asked: instead a few messages are sent first.
    probe: async () => null,
    restOf: (recipient) => restOf(domainOf(recipient)),
    async send(mail) {
      const startedMs = clock.monotonicMs();
      const domain = domainOf(mail.recipient);
      const site = await sites.siteOf(domain).catch((error) => error);
      const isKnown = !(site instanceof Error);
      if (clock.monotonicMs() - startedMs > LONGEST_LOOK_UP_MS) return { outcome: "waiting" };
      const rest = restOf(domain);
      if (rest !== null) return { outcome: "deferred", fault: "destination", ...rest };
      const transaction = isKnown ? await transactAt(site, mail) : { ended: "unsent", failure: site };
      const outcome = outcomeOf(transaction, isKnown && site.isNamed);
      if (outcome.outcome === "busy") {
        const rested = resting.busy(isKnown ? site.name : domain, outcome.diagnostic);
        return { outcome: "deferred", fault: "destination", ...rested };
      }
      if (isKnown && (transaction.ended === "taken" || transaction.ended === "refused"))
        for (const name of [domain, site.name]) resting.fine(name);
      return outcome;
    }
  };
}
function outcomeOf(transaction, hasMx) {
  switch (transaction.ended) {
    case "taken":
      return {
        outcome: "delivered",
        response: diagnosticOf(transaction.response),
        handedOver: transaction.handedOver
      };
    case "unknown":
      return { outcome: "deferred", fault: "message", diagnostic: diagnosticOf(transaction.diagnostic) };
    case "unsent":
      return unreachableOutcome(transaction.failure, hasMx);
    case "refused":
      return refusedOutcome(transaction.failure, "receiver");
  }
}
function domainOf(address) {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
export {
  mxRoute
};
//# sourceMappingURL=mxRoute.js.map
