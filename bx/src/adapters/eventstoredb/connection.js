// src/adapters/eventstoredb/connection.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { EventStoreDBClient } from "@eventstore/db-client";
import { DriverAddressInvalid, openByAddress } from "../node/driverAddress.js";
var RENEWAL_INTERVAL_MS = 200;
var DISPOSAL_MS = 1e3;
var KEEP_ALIVE_MS = 1e4;
var GOSSIP_SECONDS = 1;
var MAX_GENERATION_OFFSET = 1e3;
var OPTIONS = new Set(
  [
    "userCertFile",
    "userKeyFile",
    "maxDiscoverAttempts",
    "connectionName",
    "defaultDeadline",
    "tls",
    "tlsCAFile",
    "discoveryInterval",
    "gossipTimeout",
    "nodePreference",
    "throwOnAppendFailure",
    "keepAliveInterval",
    "keepAliveTimeout"
  ].map(plain)
);
function plain(option) {
  return option.trim().toLowerCase().replace(/[_-]/g, "");
}
function urlOf(url, generation) {
  const [address = "", query = ""] = url.split("?", 2);
  const settings = new URLSearchParams(query);
  let keepAliveMs = KEEP_ALIVE_MS;
  if (![...settings.keys()].some((name) => plain(name) === "gossiptimeout"))
    settings.set("gossipTimeout", String(GOSSIP_SECONDS));
  for (const [name, value] of [...settings]) {
    const option = plain(name);
    if (option === "keepaliveinterval") keepAliveMs = Number(value);
    if (option === "keepaliveinterval" || option === "throwonappendfailure") settings.delete(name);
  }
  if (keepAliveMs >= 0) keepAliveMs += generation % MAX_GENERATION_OFFSET;
  settings.set("keepAliveInterval", String(keepAliveMs));
  settings.set("throwOnAppendFailure", "true");
  const written = [...settings].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${withWholePassword(address)}?${written.join("&")}`;
}
function withWholePassword(address) {
  const [, scheme = "", user, password = "", hosts = ""] = /^([^:]+:\/\/)([^:@]+):([^@]+)@(.*)$/.exec(address) ?? [];
  return user === void 0 ? address : `${scheme}${user}:${password.replaceAll(":", "%3A")}@${hosts}`;
}
function openClient(url, generation) {
  const client = openByAddress(
    "EVENTSTORE_URL",
    url,
    () => EventStoreDBClient.connectionString(urlOf(url, generation)),
    (option) => OPTIONS.has(plain(option))
  );
  const internals = client;
  const handleError = internals.handleError;
  internals.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => {
  });
  return { client, internals };
}
function connectEventStore(url, log) {
  if (!/^esdb(\+discover)?:\/\//.test(url))
    throw new DriverAddressInvalid("EVENTSTORE_URL must start with esdb://");
  const open = (generation) => {
    const { client, internals } = openClient(url, generation);
    return { generation, client, internals, replaced: /* @__PURE__ */ new Set(), lastAnswerAtMs: performance.now() };
  };
  const discard = async ({ client, internals, replaced }) => {
    await nextTurn();
    for (const end of [...replaced]) end();
    try {
      const timeout = new Promise((resolve) => setTimeout(resolve, DISPOSAL_MS));
      await Promise.race([client.dispose(), timeout]);
      (await internals.getChannel()).close();
    } catch (error) {
      log.debug({ err: error }, "closing a replaced event store client failed");
    }
  };
  let session = open(0);
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let isStuck = false;
  let closed = false;
  return {
    current: () => session,
    renew(generation, reason) {
      if (closed || generation !== session.generation) return;
      if (performance.now() - renewedAtMs < RENEWAL_INTERVAL_MS) return;
      renewedAtMs = performance.now();
      log.debug({ reason, generation: generation + 1 }, "reconnecting to the event store");
      const old = session;
      try {
        session = open(generation + 1);
      } catch (error) {
        if (!isStuck)
          log.warn({ err: error }, "the event store client cannot be renewed, the old one is kept");
        isStuck = true;
        return;
      }
      isStuck = false;
      void discard(old);
    },
    get closed() {
      return closed;
    },
    async close() {
      closed = true;
      await discard(session);
    }
  };
}
export {
  connectEventStore,
  openClient,
  urlOf
};
//# sourceMappingURL=connection.js.map
