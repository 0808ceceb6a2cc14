// test/simulation/outside/mxHosts.ts
import { mxRoute } from "../../../src/adapters/smtp/mxRoute.js";
import { addressesOf } from "../../../src/adapters/smtp/mxSite.js";
import { seededIds } from "../../support/seededIds.js";
var DEAD_MS = [1, 15e3];
var BEGIN_MS = 9e4;
function mxHosts({ agenda, chance, zones, seed, hand }) {
  return (life) => {
    const ids = seededIds(`${seed} mx of ${life.process} ${life.number}`);
    const lookup = zones.lookupFor(life);
    const pause = (ms) => new Promise((resolve) => life.at(agenda.nowMs() + ms, resolve));
    const transactAt = async (site, mail) => {
      const startedMs = agenda.nowMs();
      let failure = new Error(`${site.name} has no host`);
      try {
        for await (const { host, address } of addressesOf(site, {
          lookup,
          ids,
          addressAllowed: () => true
        })) {
          if (agenda.nowMs() - startedMs > BEGIN_MS)
            throw new Error("the server asked for the message too late");
          if (zones.isAlive(address))
            return transactionOf(await hand(life, mail), { host, address, tls: null });
          await pause(chance.between(...DEAD_MS));
          failure = Object.assign(new Error(`connect ECONNREFUSED ${address}`), {
            code: "ECONNECTION",
            address
          });
        }
      } catch (error) {
        failure = error;
      }
      return { ended: "unsent", failure };
    };
    const route = mxRoute({ clock: { monotonicMs: agenda.nowMs }, ids, lookup, transactAt });
    return {
      ...route,
      send: (mail) => life.isAlive() ? route.send(mail) : life.never(),
      close: async () => {
      }
    };
  };
}
function transactionOf(answer, server) {
  if (answer.outcome === "submitted" || answer.outcome === "delivered")
    return {
      ended: "taken",
      response: answer.response ?? "",
      handedOver: { server, sha256: "00".repeat(32) }
    };
  const { diagnostic } = answer;
  if (answer.outcome === "deferred" && answer.fault === "message") return { ended: "unknown", diagnostic };
  const responseCode = Number(diagnostic.slice(0, 3));
  const refusal = { code: "EENVELOPE", command: "RCPT TO", response: diagnostic, responseCode };
  return { ended: "refused", failure: Object.assign(new Error(diagnostic), refusal) };
}
export {
  mxHosts
};
//# sourceMappingURL=mxHosts.js.map
