// test/simulation/outside/mailServers.ts
import { mxHosts } from "./mxHosts.js";
var SUBMITTED = { outcome: "submitted", response: "250 2.0.0 queued" };
var NOBODY_KNOWS = {
  ...{ outcome: "deferred", fault: "message" },
  diagnostic: "the connection was lost behind the message"
};
var deferred = (fault, diagnostic) => ({
  outcome: "deferred",
  fault,
  diagnostic
});
var bounced = (sub, diagnostic) => ({
  ...{ outcome: "bounced", fault: "recipient" },
  ...{ bounceType: sub === "NoEmail" ? "Permanent" : "Transient", bounceSubType: sub, diagnostic }
});
var HANGS_MS = 3e5;
var GREYLISTED_MS = 3e5;
var WAITS_MS = 6e4;
var ALL_IN_USE = 0.01;
var LATE_MS = [2e4, 4e4];
function mailServers(parts, zones) {
  const { plan, agenda, journal, deaths, away, mailboxes } = parts;
  const chance = parts.chance("mail servers");
  const connections = parts.chance("connections to the relay");
  const behaviours = new Map(plan.mailDomains.map(({ domain, behaviour }) => [domain, behaviour]));
  const firstSeenAtMs = /* @__PURE__ */ new Map();
  const usual = () => ({ takesMs: chance.between(5, 80), outcome: SUBMITTED, has: true });
  const doing = {
    takes: usual,
    slow: () => ({ ...usual(), takesMs: chance.between(2e3, 4e4) }),
    defers: () => chance.is(0.6) ? { ...usual(), outcome: deferred("recipient", "451 4.3.0 try again later"), has: false } : usual(),
    greylists({ deliveryId }) {
      const sinceMs = firstSeenAtMs.get(deliveryId) ?? agenda.nowMs();
      firstSeenAtMs.set(deliveryId, sinceMs);
      if (agenda.nowMs() - sinceMs >= GREYLISTED_MS) return usual();
      return { ...usual(), outcome: deferred("greylisting", "450 4.7.1 greylisted"), has: false };
    },
    refuses: () => ({ ...usual(), outcome: bounced("NoEmail", "550 5.1.1 no such user"), has: false }),
    "is full": () => ({ ...usual(), outcome: bounced("MailboxFull", "552 5.2.2 mailbox full"), has: false }),
    hangs: () => ({ takesMs: HANGS_MS, outcome: NOBODY_KNOWS, has: false }),
    "closes after the dot": () => chance.is(0.5) ? { ...usual(), outcome: NOBODY_KNOWS, has: true } : usual(),
    "answers late": () => ({
      ...usual(),
      decidesAfterMs: chance.between(5, 80),
      takesMs: chance.between(...LATE_MS)
    })
  };
  const hand = (life, mail) => {
    const { process } = life;
    const { deliveryId, recipient } = mail;
    const begunAtMs = agenda.nowMs();
    const domain = recipient.slice(recipient.lastIndexOf("@") + 1);
    const {
      takesMs,
      outcome,
      has,
      decidesAfterMs = takesMs * 0.9
    } = doing[behaviours.get(domain) ?? "takes"](mail);
    return new Promise((resolve) => {
      agenda.at(begunAtMs + decidesAfterMs, () => {
        if (!life.isAlive()) return;
        const line = journal.note("mail", {
          ...{ process, deliveryId, recipient, outcome, has, begunAtMs },
          heard: false
        });
        if (has) {
          mailboxes.put(mail);
          deaths.happened(process, "mail");
        }
        life.at(begunAtMs + takesMs, () => {
          line.heard = true;
          resolve(outcome);
        });
      });
    });
  };
  const hosts = mxHosts({ agenda, chance: parts.chance("hosts"), zones, seed: plan.seed, hand });
  const relayFor = (life) => {
    const routeFault = () => away.is("relay away", "relay") ? { outcome: "unsent", fault: "route", trouble: "connection", diagnostic: "refused" } : null;
    const later = (ms, result) => new Promise((resolve) => {
      life.at(agenda.nowMs() + ms, () => resolve(result()));
    });
    return {
      route: "relay",
      probe: () => life.isAlive() ? later(chance.between(1, 20), routeFault) : life.never(),
      restOf: () => null,
      async send(mail) {
        if (!life.isAlive()) return life.never();
        if (connections.is(ALL_IN_USE)) return later(WAITS_MS, () => ({ outcome: "waiting" }));
        const fault = routeFault();
        return fault === null ? hand(life, mail) : later(chance.between(1, 20), () => fault);
      },
      close: async () => {
      }
    };
  };
  return { portsFor: (life) => ({ mailer: plan.route === "mx" ? hosts(life) : relayFor(life) }) };
}
export {
  mailServers
};
//# sourceMappingURL=mailServers.js.map
