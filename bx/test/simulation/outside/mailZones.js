// test/simulation/outside/mailZones.ts
var TAKES_MS = [1, 40];
var TIMEOUT_MS = 1e4;
var SAID = {
  ENOTFOUND: "no such name",
  ENODATA: "none",
  ESERVFAIL: "no answer",
  ETIMEOUT: "no answer"
};
function mailZones({ plan, agenda, journal, away, chance }) {
  const own = chance("mail zones");
  let changes = [];
  const changeOf = (domain) => changes.find((one) => one.domain === domain)?.do ?? null;
  const domains = plan.mailDomains.map(({ domain }) => domain);
  const addressOf = (host) => {
    const [label = "", ...rest] = host.split(".");
    const at = domains.indexOf(rest.join("."));
    const place = ["mx1", "mx2", "mx3", "dead"].indexOf(label);
    if (domains.includes(host)) return `203.0.113.${1 + 8 * domains.indexOf(host)}`;
    return at < 0 || place < 0 ? null : `203.0.113.${1 + 8 * at + place}`;
  };
  const domainOf = (host) => domains.find((domain) => host === domain || host.endsWith(`.${domain}`)) ?? host;
  const unanswered = (host) => {
    const domain = domainOf(host);
    const change = changeOf(domain);
    if (away.is("names away", domain) || change === "gives no answer") return "ESERVFAIL";
    if (change === "takes long") return "ETIMEOUT";
    return change === "does not exist" ? "ENOTFOUND" : null;
  };
  const mx = (domain) => {
    const hosts = (...labels) => labels.map((label, at) => ({ exchange: `${label}.${domain}`, priority: 10 * (at + 1) }));
    switch (changeOf(domain)) {
      case "takes no mail":
        return [{ exchange: "", priority: 0 }];
      case "dead hosts":
        return hosts("dead");
      case "dead first":
        return hosts("dead", "mx2");
      case "no addresses":
        return hosts("ghost");
      case "no MX":
        return "ENODATA";
      case "moved":
        return hosts("mx3");
      default:
        return hosts("mx1", "mx2");
    }
  };
  const addresses = (host, family) => {
    const address = addressOf(host);
    if (address === null) return "ENOTFOUND";
    return family === 6 ? "ENODATA" : [address];
  };
  const ask = (life, type, name, find) => new Promise((resolve, reject) => {
    const answer = unanswered(name) ?? find();
    const takesMs = answer === "ETIMEOUT" ? TIMEOUT_MS : own.between(...TAKES_MS);
    life.at(agenda.nowMs() + takesMs, () => {
      const isNull = typeof answer !== "string" && type === "MX" && changeOf(name) === "takes no mail";
      const said = typeof answer === "string" ? SAID[answer] ?? "no answer" : isNull ? "null MX" : "records";
      journal.note("lookups", { process: life.process, name, type, answer: said });
      if (typeof answer === "string") reject(Object.assign(new Error(answer), { code: answer }));
      else resolve(answer);
    });
  });
  return {
    begin(plannedEvent) {
      const { domain, do: what, lastsMs } = plannedEvent;
      changes = [plannedEvent, ...changes];
      journal.note("doings", {
        what: `names: ${what}`,
        process: null,
        detail: `${domain}, for ${lastsMs} ms`
      });
      agenda.at(agenda.nowMs() + lastsMs, () => {
        changes = changes.filter((one) => one !== plannedEvent);
      });
    },
    endAll() {
      changes = [];
    },
    lookupFor: (life) => ({
      mx: (domain) => ask(life, "MX", domain, () => mx(domain)),
      addresses: (host, family) => ask(life, family === 4 ? "A" : "AAAA", host, () => addresses(host, family))
    }),
    isAlive(address) {
      const hosts = domains.flatMap((domain) => ["mx1", "mx2", "mx3"].map((label) => `${label}.${domain}`));
      const host = hosts.find((one) => addressOf(one) === address);
      if (host === void 0) return false;
      return host.startsWith("mx3") || changeOf(domainOf(host)) !== "moved";
    }
  };
}
export {
  mailZones
};
//# sourceMappingURL=mailZones.js.map
