// src/adapters/redis/connection.ts
import { createHash } from "node:crypto";
import { Redis, ReplyError } from "ioredis";
import { openByAddress } from "../node/driverAddress.js";
import { outage } from "../node/outage.js";
import { withTimeout } from "../node/withTimeout.js";
import { sentinelsOf } from "./sentinels.js";
var DEADLINE_MS = 2e3;
var CONNECT_MS = 1800;
var OPTIONS = /* @__PURE__ */ new Set(["db", "family", "keepAlive", "noDelay", "password", "tls", "username"]);
var PING_EVERY_MS = 5e3;
var LONGEST_BACKOFF_MS = 1e3;
var RedisUnavailable = class extends Error {
  name = "RedisUnavailable";
};
function script(source) {
  return { source, sha1: createHash("sha1").update(source).digest("hex") };
}
function reportOutages(client, url, log, use) {
  const lost = outage(log, {
    begins: `Redis is out of reach for ${use}; work pauses until it is back`,
    ends: `Redis answers ${use} again`
  });
  client.on(
    "error",
    ({ message }) => lost.failed({ message: message + hintOf(message, client.status, url) })
  );
  client.on("ready", lost.succeeded);
  return lost;
}
function hintOf(message, status, url) {
  if (url.startsWith("rediss:") && /ETIMEDOUT|wrong version number/.test(message))
    return ": where it speaks without TLS, the address needs redis://";
  if (url.startsWith("redis:") && message.includes("ECONNRESET") && status === "connect")
    return ": where it speaks TLS, the address needs rediss://";
  return "";
}
function connectRedis(url, { log, metrics }, use) {
  const options = {
    connectionName: `postledger-${use}`,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: DEADLINE_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_BACKOFF_MS),
    // After a failover the old primary refuses writes: only a new connection finds the new one.
    reconnectOnError: (error) => error.message.startsWith("READONLY")
  };
  const open = () => {
    const sentinels = sentinelsOf(url);
    return sentinels === null ? new Redis(url, options) : new Redis({ ...options, ...sentinels });
  };
  const client = openByAddress("REDIS_URL", url, open, (option) => OPTIONS.has(option));
  const lost = reportOutages(client, url, log, use);
  const refused = outage(log, {
    begins: "Redis refuses commands; work pauses",
    ends: "Redis takes commands again"
  });
  const attempted = new Promise((resolve) => {
    for (const event of ["ready", "error", "end"]) client.once(event, () => resolve());
  });
  const pings = setInterval(() => client.ping().catch(() => {
  }), PING_EVERY_MS);
  pings.unref();
  let closed = false;
  const answer = async (command, wrote = () => false) => {
    metrics?.count("postledger_redis_calls_total");
    const late = () => new RedisUnavailable(`no answer within ${DEADLINE_MS} ms`);
    try {
      const result = await withTimeout(
        attempted.then(() => command(client)),
        DEADLINE_MS,
        late
      );
      if (wrote(result)) refused.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RedisUnavailable) throw error;
      if (error instanceof Error && error instanceof ReplyError) refused.failed(error);
      throw new RedisUnavailable(lost.reason() ?? (error instanceof Error ? error.message : String(error)));
    }
  };
  return {
    client,
    answer,
    run: (script2, key, args) => answer(
      () => evaluated(client, script2, key, args),
      (result) => result !== 0
    ),
    async close() {
      clearInterval(pings);
      if (!closed) client.disconnect();
      closed = true;
    }
  };
}
async function evaluated(client, { source, sha1 }, key, args) {
  try {
    return await client.evalsha(sha1, 1, key, ...args);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("NOSCRIPT")) {
      return await client.eval(source, 1, key, ...args);
    }
    throw error;
  }
}
export {
  RedisUnavailable,
  connectRedis,
  script
};
//# sourceMappingURL=connection.js.map
