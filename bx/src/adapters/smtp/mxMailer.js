// src/adapters/smtp/mxMailer.ts
import { dnsLookup } from "./mxLookup.js";
import { mxRoute } from "./mxRoute.js";
import { openMxSession } from "./mxSession.js";
import { sessionPool } from "./sessionPool.js";
import { transact } from "./transaction.js";
var SMTP_PORT = 25;
var MAX_MESSAGES_PER_CONNECTION = 100;
var IDLE_MS = 15e3;
var CONNECT_MS = 15e3;
var GREETING_MS = 65e3;
var BEGIN_MS = 9e4;
var ANSWER_MS = 18e4;
var MANY_POOLS = 1e3;
function mxMailer({
  clock,
  ids,
  addressAllowed,
  lookup = dnsLookup(),
  ...options
}) {
  const sessions = {
    lookup,
    addressAllowed,
    port: options.port ?? SMTP_PORT,
    name: options.name,
    connectMs: options.connectMs ?? CONNECT_MS,
    greetingMs: GREETING_MS,
    ids,
    silenceMs: ANSWER_MS
  };
  const pools = sitePools((site) => openMxSession(site, [], sessions), options.siteConnections);
  const transactAt = (site, mail) => transact(pools.of(site), mail, {
    beginMs: BEGIN_MS,
    answerMs: ANSWER_MS,
    // A report of success would only repeat the answer.
    successReports: false,
    openOther: (without) => openMxSession(site, without, sessions)
  });
  return { ...mxRoute({ clock, ids, lookup, transactAt }), close: async () => pools.close() };
}
function sitePools(open, maxSessions) {
  const pools = /* @__PURE__ */ new Map();
  let isClosed = false;
  return {
    of(site) {
      const known = pools.get(site.name);
      if (known !== void 0) return known;
      if (pools.size >= MANY_POOLS) {
        for (const [other, { size }] of pools) if (size === 0) pools.delete(other);
      }
      const pool = sessionPool({
        open: () => open(site),
        maxSessions,
        maxMessagesPerSession: MAX_MESSAGES_PER_CONNECTION,
        idleMs: IDLE_MS,
        waitMs: BEGIN_MS
      });
      pools.set(site.name, pool);
      if (isClosed) pool.close();
      return pool;
    },
    close() {
      isClosed = true;
      for (const pool of pools.values()) pool.close();
    }
  };
}
export {
  mxMailer
};
//# sourceMappingURL=mxMailer.js.map
