// test/contract/leases.ts
import { randomUUID } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
var TTL_MS = 6e4;
function leasesContract(name, factory) {
  const test = suite(name);
  let opened;
  let leases;
  test.before(async () => {
    opened = await factory();
    leases = opened.subject;
  });
  test.after(() => opened.destroy());
  const fresh = () => `role/${randomUUID()}`;
  const held = (lease) => {
    if (lease === null) throw new Error("the lease should have been free");
    return lease;
  };
  test("a free lease is taken, a held one is not", async () => {
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, TTL_MS));
    assert.is(lease.name, name2);
    assert.not(lease.lost.aborted);
    assert.is(await leases.acquire(name2, TTL_MS), null);
    await lease.release();
  });
  test("a lease lasts as long as its holder asked for, whatever the next one asks for", async () => {
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, TTL_MS));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.is(await leases.acquire(name2, 1), null);
    await lease.release();
  });
  test("a released lease is free again, and its holder told", async () => {
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, TTL_MS));
    await lease.release();
    assert.ok(lease.lost.aborted);
    const next = held(await leases.acquire(name2, TTL_MS));
    assert.not(next.lost.aborted);
    await next.release();
  });
  test("releasing twice does not take another holder\u2019s lease", async () => {
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, TTL_MS));
    await lease.release();
    const next = held(await leases.acquire(name2, TTL_MS));
    await lease.release();
    assert.is(await leases.acquire(name2, TTL_MS), null);
    assert.not(next.lost.aborted);
    await next.release();
  });
  test("names are apart", async () => {
    const taken = await Promise.all(
      ["a", "b", "a/b", "x".repeat(300)].map((end) => leases.acquire(`${fresh()}${end}`, TTL_MS))
    );
    for (const lease of taken) await held(lease).release();
  });
  test("of many who reach for it at once exactly one has it", async () => {
    const name2 = fresh();
    const clients = opened.second === void 0 ? [leases] : [leases, await opened.second()];
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (clients[n % clients.length] ?? leases).acquire(name2, TTL_MS))
    );
    const winners = taken.filter((lease) => lease !== null);
    assert.is(winners.length, 1);
    await winners[0]?.release();
  });
  test("another client finds it held, and free once released", async () => {
    if (opened.second === void 0) return;
    const other = await opened.second();
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, TTL_MS));
    assert.is(await other.acquire(name2, TTL_MS), null);
    await lease.release();
    const next = held(await other.acquire(name2, TTL_MS));
    assert.is(await leases.acquire(name2, TTL_MS), null);
    await next.release();
  });
  test("anyone who asks is told whether a lease is held, and takes nothing by asking", async () => {
    const name2 = fresh();
    const other = opened.second === void 0 ? leases : await opened.second();
    assert.not(await other.isHeld(name2));
    const lease = held(await leases.acquire(name2, TTL_MS));
    assert.ok(await other.isHeld(name2));
    assert.ok(await leases.isHeld(name2));
    await lease.release();
    assert.not(await other.isHeld(name2));
  });
  test("a held lease outlives its time to live: it renews itself", async () => {
    const name2 = fresh();
    const lease = held(await leases.acquire(name2, 300));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.not(lease.lost.aborted);
    assert.is(await leases.acquire(name2, 300), null);
    await lease.release();
  });
  test("closing gives back what is held", async () => {
    if (opened.second === void 0) return;
    const other = await opened.second();
    const name2 = fresh();
    const lease = held(await other.acquire(name2, TTL_MS));
    await other.close();
    assert.ok(lease.lost.aborted);
    await held(await leases.acquire(name2, TTL_MS)).release();
  });
  test.run();
}
export {
  leasesContract
};
//# sourceMappingURL=leases.js.map
