// test/adapters/redis/faults.test.ts
import { Redis } from "ioredis";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RedisUnavailable } from "../../../src/adapters/redis/connection.js";
import { openRedis } from "../../../src/adapters/redis/open.js";
import { rejection } from "../../contract/eventStore/events.js";
import { requires } from "../../servers/requires.js";
import { startRedis } from "../../servers/servers.js";
import { faultProxy } from "../../support/faultProxy.js";
import { quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
import { wallClock } from "../mongodb/openedMongo.js";
import { redisAt } from "./openedRedis.js";
var { redis: server } = await requires("redis");
var test = suite("Redis that fails");
var pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
var opened = [];
var proxies = [];
var open = (url) => {
  const redis = redisAt(url);
  opened.push(redis);
  return redis;
};
var flush = async () => {
  const admin = new Redis(server.url);
  await admin.flushall();
  admin.disconnect();
};
var until = async (what, holds) => {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return;
    await pause(50);
  }
  assert.unreachable(`never came true: ${what}`);
};
var held = async (leases, name, ttlMs) => {
  const lease = await leases.acquire(name, ttlMs);
  if (lease === null) throw new Error("the lease should have been free");
  return lease;
};
var lost = (lease) => new Promise((resolve) => {
  if (lease.lost.aborted) return resolve();
  lease.lost.addEventListener("abort", () => resolve());
});
var limits = { perSecond: 1e6, perDay: 100 };
test("emptied: the day goes on where it was, a lease stays with its holder", async () => {
  const [one, two] = [open(server.url), open(server.url)];
  assert.is((await one.pace.take("emptied", limits, 60)).granted, 60);
  const lease = await held(one.leases, "emptied", 600);
  await flush();
  assert.is((await one.pace.take("emptied", limits, 60)).granted, 40);
  assert.is((await two.pace.take("emptied", limits, 60)).granted, 0);
  await pause(700);
  assert.not(lease.lost.aborted);
  assert.is(await two.leases.acquire("emptied", 600), null);
});
test("a lease asked for as long as its holder lives is held, and had after it", async () => {
  const [one, two] = [open(server.url), open(server.url)];
  const lease = await held(one.leases, "for ever", Number.MAX_SAFE_INTEGER);
  await pause(50);
  assert.not(lease.lost.aborted);
  assert.is(await two.leases.acquire("for ever", Number.MAX_SAFE_INTEGER), null);
  await lease.release();
  await (await held(two.leases, "for ever", Number.MAX_SAFE_INTEGER)).release();
});
test("emptied, and another holder was quicker: the first holder loses its lease", async () => {
  const [one, two] = [open(server.url), open(server.url)];
  const lease = await held(one.leases, "quicker", 600);
  await flush();
  const next = await held(two.leases, "quicker", 6e4);
  await lost(lease);
  assert.not(next.lost.aborted);
  assert.is(await one.leases.acquire("quicker", 600), null);
});
test("killed: nothing is granted, leases run out; restarted: everything works again", async () => {
  const redis = open(server.url);
  const listener = open(server.url);
  const received = [];
  listener.hints.subscribe("work", (message) => received.push(message));
  assert.is((await redis.pace.take("killed", limits, 30)).granted, 30);
  const lease = await held(redis.leases, "killed", 900);
  await server.kill();
  const refused = await redis.pace.take("killed", limits, 1);
  assert.is(refused.granted, 0);
  assert.ok(refused.retryAfterMs > 0);
  assert.is(await redis.leases.acquire("other", 1e3), null);
  assert.instance(await rejection(redis.probe()), RedisUnavailable);
  redis.hints.publish("work", "into the void");
  await lost(lease);
  await server.restart();
  await until("sends are granted", async () => (await redis.pace.take("killed", limits, 1)).granted === 1);
  await until("a lease is had", async () => await redis.leases.acquire("killed", 900) !== null);
  await until("hints are received", async () => {
    redis.hints.publish("work", "again");
    return received.includes("again");
  });
  assert.is((await redis.pace.take("killed", limits, 100)).granted, 69);
});
test("paused: calls end in time, a lease counts as lost before it lapses, all works afterwards", async () => {
  const redis = open(server.url);
  const lease = await held(redis.leases, "paused", 1e3);
  server.pause();
  const [grant, other] = await Promise.all([
    redis.pace.take("paused", limits, 1),
    redis.leases.acquire("paused too", 500)
  ]);
  assert.is(grant.granted, 0);
  assert.is(other, null);
  await lost(lease);
  server.resume();
  await until("sends are granted", async () => (await redis.pace.take("paused", limits, 1)).granted === 1);
  await until("the lease is free", async () => await redis.leases.acquire("paused", 1e3) !== null);
});
test("a network that swallows everything is noticed and left", async () => {
  const proxy = await faultProxy(server.port);
  proxies.push(proxy);
  const redis = open(`redis://127.0.0.1:${proxy.port}`);
  const received = [];
  redis.hints.subscribe("swallowed", (message) => received.push(message));
  for (const fault of [proxy.cut, proxy.reset, proxy.halfClose, proxy.refuse]) {
    await until("it works", async () => (await redis.pace.take("network", limits, 1)).granted === 1);
    fault();
    await redis.pace.take("network", limits, 1);
    proxy.heal();
  }
  const sender = open(server.url);
  await until("hints are received", async () => {
    sender.hints.publish("swallowed", "again");
    return received.includes("again");
  });
});
test("a Redis that answers and refuses writes is said, with its reason, until a write is answered", async () => {
  const said = [];
  const say = ({ reason = "" }, text) => void said.push(`${text} ${reason}`);
  const log = { ...quietLog, warn: say, error: say };
  const redis = openRedis(server.url, { log, clock: wallClock, ids: seededIds("refused") });
  opened.push(redis);
  const admin = new Redis(server.url);
  await until("sends are granted", async () => (await redis.pace.take("full", limits, 1)).granted === 1);
  await admin.config("SET", "maxmemory", "1");
  assert.is((await redis.pace.take("full", limits, 1)).granted, 0);
  assert.is(await redis.leases.acquire("full", 1e3), null);
  assert.not(await redis.leases.isHeld("full"), "what only reads ends nothing");
  assert.match(said[0] ?? "", /^Redis refuses commands; work pauses .*OOM/);
  assert.ok(
    said.every((text) => text.startsWith("Redis refuses commands")),
    said.join()
  );
  await admin.config("SET", "maxmemory", "0");
  admin.disconnect();
  assert.is((await redis.pace.take("full", limits, 1)).granted, 1);
  assert.is(said.at(-1), "Redis takes commands again ");
});
test("the probe recognises a Redis Cluster", async () => {
  const cluster = await startRedis("--cluster-enabled", "yes");
  const { problems } = await open(cluster.url).probe();
  assert.match(problems.join(" "), /Redis Cluster/);
  assert.not.match((await open(server.url).probe()).problems.join(" "), /Redis Cluster/);
  await cluster.stop();
});
test("a missing Redis does not prevent a start", async () => {
  await server.kill();
  const redis = open(server.url);
  assert.is((await redis.pace.take("late", limits, 1)).granted, 0);
  assert.is(await redis.leases.acquire("late", 1e3), null);
  await server.restart();
  await until("sends are granted", async () => (await redis.pace.take("late", limits, 1)).granted === 1);
});
test.after.each(async () => {
  for (const redis of opened.splice(0)) await redis.close();
  for (const proxy of proxies.splice(0)) await proxy.close();
});
test.after(() => server.stop());
test.run();
//# sourceMappingURL=faults.test.js.map
