import { holdPartitions, type PartitionOptions } from '../../src/follow/partitions.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Hints } from '../../src/ports/hints.ts';
import type { Lease, Leases } from '../../src/ports/lease.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';

interface Entry {
  readonly owner: object;
  readonly ttlMs: number;
  readonly takenAtMs: number;
  readonly lost: AbortController;
  /** When it was renewed for the last time; null while its holder renews it. */
  diedAtMs: number | null;
}

/** Leases in a map: renewed while the holder lives, lapsed `ttlMs` after it was killed. */
function leaseTable(clock: Clock) {
  const table = new Map<string, Entry>();
  const dead = new Set<object>();
  const isLapsed = ({ diedAtMs, ttlMs }: Entry) => diedAtMs !== null && clock.nowMs() >= diedAtMs + ttlMs;
  const entryOf = (name: string) => {
    const entry = table.get(name);
    if (entry === undefined || !isLapsed(entry)) return entry;
    table.delete(name);
    return undefined;
  };
  const leasesOf = (owner: object): Leases => ({
    async acquire(name, ttlMs) {
      if (dead.has(owner) || entryOf(name) !== undefined) return null;
      const lost = new AbortController();
      const entry: Entry = { owner, ttlMs, takenAtMs: clock.nowMs(), lost, diedAtMs: null };
      table.set(name, entry);
      const release = async () => {
        if (table.get(name) === entry && !dead.has(owner)) table.delete(name);
        lost.abort();
      };
      return { name, lost: lost.signal, release };
    },
    isHeld: async (name) => entryOf(name) !== undefined,
    close: async () => {},
  });
  const die = (entry: Entry) => {
    entry.diedAtMs ??= clock.nowMs();
  };
  return {
    leasesOf,
    entryOf,
    names: () => [...table.keys()].filter((name) => entryOf(name) !== undefined),
    /** Whether the owner has the lease and goes on renewing it. */
    isRenewed: (name: string, owner: object) =>
      table.get(name)?.owner === owner && table.get(name)?.diedAtMs === null,
    /** The lease is no longer renewed: it lapses. */
    stopRenewing({ name, lost }: Lease) {
      const entry = table.get(name);
      if (entry?.lost.signal === lost) die(entry);
    },
    /** The lease ends, and its holder is notified. */
    lose(name: string) {
      table.get(name)?.lost.abort();
      table.delete(name);
    },
    kill(owner: object) {
      for (const entry of table.values()) if (entry.owner === owner) die(entry);
      dead.add(owner);
    },
  };
}

/** Hints that arrive at once. */
function signalBus() {
  const handlers = new Map<string, Set<(message: string) => void>>();
  const hints: Hints = {
    publish: (channel, message) => handlers.get(channel)?.forEach((handler) => void handler(message)),
    subscribe(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
    close: async () => {},
  };
  return { hints, subscriptions: () => [...handlers.values()].reduce((sum, { size }) => sum + size, 0) };
}

interface JoinOptions extends Pick<PartitionOptions, 'drained'> {
  /** Faults of the member's own way to the leases. */
  readonly faulty?: (leases: Leases) => Leases;
}

/** Processes that share the partitions of one role, over one table of leases. */
export function cluster(partitions = 16) {
  const clock = manualClock();
  const table = leaseTable(clock);
  const bus = signalBus();
  return {
    ...{ clock, table, leasesOf: table.leasesOf, subscriptions: bus.subscriptions },
    join(member: string, { drained, faulty = (leases) => leases }: JoinOptions = {}) {
      const owner = {};
      const stop = new AbortController();
      const ended: (() => void)[] = [];
      const subscribe: Hints['subscribe'] = (channel, handler) => {
        const unsubscribe = bus.hints.subscribe(channel, handler);
        ended.push(unsubscribe);
        return unsubscribe;
      };
      const held = holdPartitions(
        { role: 'sender', partitions, member, ...(drained && { drained }) },
        { leases: faulty(table.leasesOf(owner)), hints: { ...bus.hints, subscribe }, clock, log: quietLog },
        stop.signal,
      );
      return {
        ...{ member, owner, held },
        async leave() {
          stop.abort();
          await held.release();
        },
        /** SIGKILL: no word, no release; the leases lapse. */
        kill() {
          table.kill(owner);
          stop.abort();
          for (const end of ended) end();
        },
      };
    },
  };
}

/** Leases whose every acquired one goes through `change` first. */
export const changedLeases =
  (change: (lease: Lease) => Lease | Promise<Lease>) =>
  (leases: Leases): Leases => ({
    ...leases,
    async acquire(name, ttlMs) {
      const lease = await leases.acquire(name, ttlMs);
      return lease && change(lease);
    },
  });
