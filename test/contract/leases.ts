import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Lease, Leases } from '../../src/ports/lease.ts';
import type { Factory, Opened } from './opened.ts';

const TTL_MS = 60_000;

/** Every rule of src/ports/lease.ts as a test. Lapsing (a holder that died) is tested with each adapter. */
export function leasesContract(name: string, factory: Factory<Leases>): void {
  const test = suite(name);
  let opened: Opened<Leases>;
  let leases: Leases;
  test.before(async () => {
    opened = await factory();
    leases = opened.subject;
  });
  test.after(() => opened.destroy());

  const fresh = () => `role/${randomUUID()}`;
  const held = (lease: Lease | null): Lease => {
    if (lease === null) throw new Error('the lease should have been free');
    return lease;
  };

  test('a free lease is taken, a held one is not', async () => {
    const name = fresh();
    const lease = held(await leases.acquire(name, TTL_MS));
    assert.is(lease.name, name);
    assert.not(lease.lost.aborted);
    assert.is(await leases.acquire(name, TTL_MS), null);
    await lease.release();
  });

  test('a lease lasts as long as its holder asked for, whatever the next one asks for', async () => {
    const name = fresh();
    const lease = held(await leases.acquire(name, TTL_MS));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.is(await leases.acquire(name, 1), null);
    await lease.release();
  });

  test('a released lease is free again, and its holder told', async () => {
    const name = fresh();
    const lease = held(await leases.acquire(name, TTL_MS));
    await lease.release();
    assert.ok(lease.lost.aborted);
    const next = held(await leases.acquire(name, TTL_MS));
    assert.not(next.lost.aborted);
    await next.release();
  });

  test('releasing twice does not take another holder’s lease', async () => {
    const name = fresh();
    const lease = held(await leases.acquire(name, TTL_MS));
    await lease.release();
    const next = held(await leases.acquire(name, TTL_MS));
    await lease.release();
    assert.is(await leases.acquire(name, TTL_MS), null);
    assert.not(next.lost.aborted);
    await next.release();
  });

  test('names are apart', async () => {
    const taken = await Promise.all(
      ['a', 'b', 'a/b', 'x'.repeat(300)].map((end) => leases.acquire(`${fresh()}${end}`, TTL_MS)),
    );
    for (const lease of taken) await held(lease).release();
  });

  test('of many who reach for it at once exactly one has it', async () => {
    const name = fresh();
    const clients = opened.second === undefined ? [leases] : [leases, await opened.second()];
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (clients[n % clients.length] ?? leases).acquire(name, TTL_MS)),
    );
    const winners = taken.filter((lease) => lease !== null);
    assert.is(winners.length, 1);
    await winners[0]?.release();
  });

  test('another client finds it held, and free once released', async () => {
    if (opened.second === undefined) return;
    const other = await opened.second();
    const name = fresh();
    const lease = held(await leases.acquire(name, TTL_MS));
    assert.is(await other.acquire(name, TTL_MS), null);
    await lease.release();
    const next = held(await other.acquire(name, TTL_MS));
    assert.is(await leases.acquire(name, TTL_MS), null);
    await next.release();
  });

  test('anyone who asks is told whether a lease is held, and takes nothing by asking', async () => {
    const name = fresh();
    const other = opened.second === undefined ? leases : await opened.second();
    assert.not(await other.isHeld(name));
    const lease = held(await leases.acquire(name, TTL_MS));
    assert.ok(await other.isHeld(name));
    assert.ok(await leases.isHeld(name));
    await lease.release();
    assert.not(await other.isHeld(name));
  });

  test('a held lease outlives its time to live: it renews itself', async () => {
    const name = fresh();
    const lease = held(await leases.acquire(name, 300));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.not(lease.lost.aborted);
    assert.is(await leases.acquire(name, 300), null);
    await lease.release();
  });

  test('closing gives back what is held', async () => {
    if (opened.second === undefined) return;
    const other = await opened.second();
    const name = fresh();
    const lease = held(await other.acquire(name, TTL_MS));
    await other.close();
    assert.ok(lease.lost.aborted);
    await held(await leases.acquire(name, TTL_MS)).release();
  });

  test.run();
}
