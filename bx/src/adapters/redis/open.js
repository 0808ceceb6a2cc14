// src/adapters/redis/open.ts
import { connectRedis } from "./connection.js";
import { redisHints } from "./hints.js";
import { redisLeases } from "./leases.js";
import { redisPace } from "./pace.js";
import { redisReports } from "./reports.js";
function openRedis(url, { log, clock, ids, metrics, paceNowMs }) {
  const connection = connectRedis(url, { log, metrics }, "commands");
  const subscriber = connectRedis(url, { log, metrics }, "hints");
  const leases = redisLeases(connection, ids, log);
  const hints = redisHints(connection, subscriber, ids, log);
  const close = async () => {
    await leases.close();
    await hints.close();
  };
  return {
    leases: { ...leases, close },
    hints: { ...hints, close },
    reports: redisReports(connection),
    pace: { ...redisPace(connection, log, paceNowMs), close },
    probe: () => probeRedis(connection, clock),
    close
  };
}
var OLDEST_MAJOR = 6;
var MAX_SKEW_MS = 1e3;
async function probeRedis(connection, clock) {
  const [seconds, micros] = await connection.answer((client) => client.time());
  const clockSkewMs = Number(seconds) * 1e3 + Math.floor(Number(micros) / 1e3) - clock.nowMs();
  const info = await connection.answer((client) => client.info());
  const value = (name) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
  const version = value("redis_version");
  const problems = [];
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    problems.push(`Redis ${version} is too old: version ${OLDEST_MAJOR} or later is needed.`);
  }
  if (value("redis_mode") === "cluster")
    problems.push(
      "This is a Redis Cluster, which sends commands on to other nodes (MOVED): nothing would ever be sent. Name a single primary, or a Sentinel."
    );
  if (value("role") === "slave")
    problems.push("This Redis is a replica and refuses writes: name the primary.");
  const policy = value("maxmemory_policy");
  if (value("maxmemory") !== "0" && policy !== "" && policy !== "noeviction") {
    problems.push(`Redis may evict leases and counts (maxmemory-policy ${policy}): set it to noeviction.`);
  }
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) {
    problems.push(`The clock of Redis differs from ours by ${clockSkewMs} ms: synchronize both by NTP.`);
  }
  return { version, clockSkewMs, problems };
}
export {
  openRedis
};
//# sourceMappingURL=open.js.map
