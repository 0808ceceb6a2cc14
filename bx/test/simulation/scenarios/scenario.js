// test/simulation/scenarios/scenario.ts
import { inOrder } from "../planning/planOf.js";
var SECOND_MS = 1e3;
var MINUTE_MS = 6e4;
function scenarioPlan(parts) {
  return {
    seed: 1,
    startsAtMs: Date.parse("2026-03-02T08:00:00.000Z"),
    calmMs: MINUTE_MS,
    over: "embedded",
    partitions: 1,
    processes: [{ name: "process 1", roles: "all" }],
    mailDomains: [{ domain: "mail.test", behaviour: "takes" }],
    route: "relay",
    receivers: [],
    smsNetworks: [],
    ...parts,
    plannedEvents: inOrder(parts.plannedEvents)
  };
}
function client(name, hosts = []) {
  const endpoints = hosts.map((host) => ({ url: `https://${host}/hook`, events: ["*"] }));
  return { name, endpoints, perSecond: 1e4, perDay: 1e6 };
}
function send({ name }, atMs, key, { recipients = 1, domain = "mail.test" } = {}) {
  const to = Array.from({ length: recipients }, (_, at) => `${key}.${at + 1}@${domain}`);
  return { of: "client", do: "send", atMs, client: name, key, to, laterMs: 0, callsAtOnce: 1 };
}
function times(count, make) {
  return Array.from({ length: count }, (_, at) => make(at));
}
export {
  MINUTE_MS,
  SECOND_MS,
  client,
  scenarioPlan,
  send,
  times
};
//# sourceMappingURL=scenario.js.map
