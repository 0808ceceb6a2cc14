import { type Clock, untilTick, within } from '../ports/clock.ts';
import type { Lease } from '../ports/lease.ts';
import type { Ports } from '../ports/ports.ts';

/** The partitions of one role that this process holds at present. */
export interface HeldPartitions {
  current(): ReadonlySet<number>;
  /** From now on `call` is called when `current` gives another set, until the returned function is called. */
  onChanged(call: () => void): () => void;
  /** Since when this process has held a partition without a break; null when it doesn't hold it. */
  sinceMs(partition: number): number | null;
  /** Gives every lease back. */
  release(): Promise<void>;
}

export interface PartitionOptions {
  /** `projector`, `sender`, `dispatcher`: leases are named after it. */
  readonly role: string;
  readonly partitions: number;
  /** Unique id of this process. */
  readonly member: string;
  /** How long a lease outlives its holder's last sign of life; 6 s when absent. */
  readonly leaseMs?: number;
  /**
   * Resolves once nothing of a partition that was given up is still under way here. Until then its lease is held, for some
   * seconds at most, or its next holder would begin the same work again.
   */
  readonly drained?: (partition: number) => Promise<unknown>;
}

/** The lease of a whole role: while a process holds it, members give their partitions back and take none. */
export const wholeRole = (role: string) => `${role}/whole`;

/** The leases of a role's partitions, in order. */
export const partitionsOfRole = (role: string, partitions: number): readonly string[] =>
  Array.from({ length: partitions }, (_, partition) => partitionOfRole(role, partition, partitions));

const partitionOfRole = (role: string, partition: number, partitions: number) =>
  `${role}/${partition}of${partitions}`;

/** With the beat below, a share moves within ten seconds. */
const LEASE_MS = 6_000;
const BEAT_MS = 1_500;
/** A member that sent no hint for this long is taken for gone. */
const MEMBER_MS = 5_000;
/** More than the longest side effect takes. */
const LONGEST_DRAIN_MS = 15_000;

/**
 * Holds this process's fair share of a role's partitions under leases, until the signal aborts. Members learn of each
 * other by hints; each holds at most its share, rounded up, so that a new member finds free ones. While a process holds
 * the whole role, members hold none.
 */
export function holdPartitions(
  { role, partitions, member, leaseMs = LEASE_MS, drained = async () => {} }: PartitionOptions,
  { leases, hints, clock, log }: Pick<Ports, 'leases' | 'hints' | 'clock' | 'log'>,
  signal: AbortSignal,
): HeldPartitions {
  const held = new Map<number, Lease & { readonly sinceMs: number }>();
  let current: ReadonlySet<number> = new Set();
  const listeners = new Set<() => void>();
  const publish = () => {
    current = new Set(held.keys());
    for (const call of listeners) call();
  };
  const members = membersOf(role, member, { hints, clock });

  const take = async (partition: number) => {
    const taken = await leases.acquire(partitionOfRole(role, partition, partitions), leaseMs);
    if (taken === null) return;
    const lease = { ...taken, sinceMs: clock.nowMs() };
    held.set(partition, lease);
    const drop = () => {
      if (held.get(partition) === lease) held.delete(partition);
      publish();
    };
    if (lease.lost.aborted) drop();
    else lease.lost.addEventListener('abort', drop, { once: true });
    publish();
  };

  const leaving = leasesGivenUp(drained, clock, (partition, error) =>
    log.warn({ role, partition, err: error }, 'a lease could not be given back'),
  );
  const giveBack = (partition: number) => {
    const lease = held.get(partition);
    held.delete(partition);
    publish();
    if (lease !== undefined) leaving.add(partition, lease);
  };

  const balance = async () => {
    const isWanted = await leases.isHeld(wholeRole(role));
    const share = isWanted ? 0 : Math.ceil(partitions / members.count());
    for (const partition of [...held.keys()].slice(share)) giveBack(partition);
    // Members start at different places, so that they seldom ask for the same partition.
    const start = hashOf(member) % partitions;
    for (let step = 0; step < partitions && held.size < share && !signal.aborted; step++) {
      const partition = (start + step) % partitions;
      if (!held.has(partition) && !leaving.has(partition)) await take(partition);
    }
  };

  const loop = async () => {
    while (!signal.aborted) {
      members.say('here');
      await balance().catch((error) => log.warn({ role, err: error }, 'partitions could not be balanced'));
      await clock.sleep(untilTick(clock, BEAT_MS), signal);
    }
  };
  const running = loop();

  return {
    current: () => current,
    onChanged(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    sinceMs: (partition) => held.get(partition)?.sinceMs ?? null,
    async release() {
      await running;
      members.close();
      for (const partition of [...held.keys()]) giveBack(partition);
      await leaving.ended();
      members.say('leaving');
    },
  };
}

/** Leases of partitions that were given up, held until their work has ended. */
function leasesGivenUp(
  drained: (partition: number) => Promise<unknown>,
  clock: Clock,
  onFault: (partition: number, error: unknown) => void,
) {
  const leaving = new Map<number, Promise<void>>();
  const giveBack = async (partition: number, lease: Lease) => {
    try {
      await within(clock, LONGEST_DRAIN_MS, drained(partition));
      await lease.release();
    } catch (error) {
      onFault(partition, error);
    }
    leaving.delete(partition);
  };
  return {
    add: (partition: number, lease: Lease) => void leaving.set(partition, giveBack(partition, lease)),
    has: (partition: number) => leaving.has(partition),
    async ended() {
      await Promise.all(leaving.values());
    },
  };
}

/** The present members of a role: this one, and those that sent a hint a short time ago. */
function membersOf(role: string, member: string, { hints, clock }: Pick<Ports, 'hints' | 'clock'>) {
  const seenAtMs = new Map<string, number>([[member, Number.POSITIVE_INFINITY]]);
  const channel = `members:${role}`;
  const unsubscribe = hints.subscribe(channel, (message) => {
    const [name, word] = message.split(' ');
    if (name === undefined || name === member) return;
    if (word === 'leaving') seenAtMs.delete(name);
    else seenAtMs.set(name, clock.monotonicMs());
  });
  return {
    count() {
      for (const [name, atMs] of seenAtMs) {
        if (clock.monotonicMs() - atMs > MEMBER_MS) seenAtMs.delete(name);
      }
      return seenAtMs.size;
    },
    say: (word: 'here' | 'leaving') => hints.publish(channel, `${member} ${word}`),
    close: () => unsubscribe(),
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) >>> 0;
  return hash;
}
