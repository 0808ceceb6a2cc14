import type { Lease, Leases } from '../../../src/ports/lease.ts';
import type { Entry } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import { type Calls, coordinationCalls, type StoreCallsParts } from './calls.ts';

/** Who holds which lease, as their store has it. */
export interface WorldLeases {
  view(parts: StoreCallsParts): Leases;
  /** The store was emptied: everything is free, though its holders don't know yet. A machine's kernel loses none. */
  loseAll(): void;
  /** Time passes in which every holder that runs would have renewed what it holds. */
  passOver(ms: number): void;
  /** Names of what is held now. */
  held(): readonly string[];
  heldBy(process: string): readonly string[];
}

/** A lease as its holder has it. */
interface Holding {
  readonly name: string;
  readonly life: Life;
  readonly lost: AbortController;
  /** The holder counts it as lost then, unless it is renewed before. */
  trustedUntilMs: number;
}

/** Share of its length after which a lease that was not renewed counts as lost at its holder. */
const TRUST = 0.9;
const LONGEST_MS = 60_000;
const RENEWED_TOGETHER_MS = 100;

/**
 * `endWithTheirProcess`: leases of a machine, which the kernel keeps. Others lapse when their holder has not renewed them, and
 * are lost to one that was paused.
 */
export function worldLeases(nowMs: () => number, endWithTheirProcess: boolean): WorldLeases {
  const leases = new Map<string, { readonly holding: Holding; untilMs: number }>();
  const holdings = new Set<Holding>();
  const holderOf = (name: string): Holding | null => {
    const lease = leases.get(name);
    return lease !== undefined && lease.untilMs > nowMs() ? lease.holding : null;
  };
  const runs = ({ life }: Holding) => life.isAlive() && !life.isPaused();
  const free = (holding: Holding) => {
    if (leases.get(holding.name)?.holding === holding) leases.delete(holding.name);
  };
  /** Takes it, or takes it again where it is gone; false where somebody else has it. */
  const take = (holding: Holding, lastsMs: number): boolean => {
    const holder = holderOf(holding.name);
    if (holder !== null && holder !== holding) return false;
    leases.set(holding.name, { holding, untilMs: nowMs() + lastsMs });
    return true;
  };
  const end = (holding: Holding) => {
    holdings.delete(holding);
    holding.lost.abort();
  };

  return {
    held: () => [...leases.keys()].filter((name) => holderOf(name) !== null),
    heldBy: (process) => [...leases.keys()].filter((name) => holderOf(name)?.life.process === process),
    loseAll() {
      if (!endWithTheirProcess) leases.clear();
    },
    passOver(ms) {
      for (const lease of leases.values()) if (runs(lease.holding)) lease.untilMs += ms;
      for (const holding of holdings) if (runs(holding)) holding.trustedUntilMs += ms;
    },
    view(parts) {
      const { life } = parts;
      const calls = coordinationCalls(parts);
      return {
        async acquire(name, ttlMs): Promise<Lease | null> {
          const lastsMs = endWithTheirProcess ? Number.POSITIVE_INFINITY : Math.min(ttlMs, LONGEST_MS);
          const lost = new AbortController();
          const holding: Holding = { name, life, lost, trustedUntilMs: nowMs() + lastsMs * TRUST };
          const takeFree = () => holderOf(name) === null && take(holding, lastsMs);
          // The answer of a machine's own kernel cannot be lost, and that another has it changes nothing.
          const isRead = endWithTheirProcess || holderOf(name) !== null;
          const taking = isRead ? calls.read(takeFree) : calls.write(takeFree);
          if (!(await orElse(taking, false))) return null;
          holdings.add(holding);
          // The process stood still meanwhile: what it is given is over already.
          if (nowMs() >= holding.trustedUntilMs) end(holding);
          life.onEnd(() => holdings.delete(holding));
          if (endWithTheirProcess) life.onEnd(() => free(holding));
          else keep(holding, lastsMs, calls, take, end, nowMs);
          return {
            name,
            lost: lost.signal,
            async release() {
              if (lost.signal.aborted) return;
              end(holding);
              const freeIt = () => free(holding);
              // It ends with a file that is closed, also when a call of the store would fail.
              if (endWithTheirProcess) freeIt();
              else await orElse(calls.write(freeIt), undefined);
            },
          };
        },
        isHeld: (name) =>
          orElse(
            calls.read(() => holderOf(name) !== null),
            false,
          ),
        close: async () => {},
      };
    },
  };
}

/** A process that cannot reach the store has no answer. */
const orElse = <Result>(call: Promise<Result>, none: Result): Promise<Result> => call.catch(() => none);

/** Renews a lease as long as it is held and the store says that no other process has it. */
function keep(
  holding: Holding,
  lastsMs: number,
  calls: Calls,
  take: (holding: Holding, lastsMs: number) => boolean,
  end: (holding: Holding) => void,
  nowMs: () => number,
): void {
  const { life, lost } = holding;
  let watching: Entry | null = null;
  const watch = () => {
    watching?.cancel();
    if (lost.signal.aborted) return;
    if (nowMs() >= holding.trustedUntilMs) end(holding);
    else watching = life.at(holding.trustedUntilMs, watch, 'renewal');
  };
  const renew = async () => {
    watch();
    if (lost.signal.aborted) return;
    const begunAtMs = nowMs();
    // It is done as its answer comes, in one step; what was released meanwhile came after it on the same connection.
    const renewed = await orElse<boolean | null>(
      calls.read(() => lost.signal.aborted || take(holding, lastsMs)),
      null,
    );
    if (lost.signal.aborted) return;
    if (renewed === false) return end(holding);
    if (renewed) holding.trustedUntilMs = Math.max(holding.trustedUntilMs, begunAtMs + lastsMs * TRUST);
    renewIn(renewed ? lastsMs / 3 : lastsMs / 10);
  };
  /** With others of the time: a world of four processes has fifty leases. */
  const renewIn = (ms: number) =>
    life.at(Math.ceil((nowMs() + ms) / RENEWED_TOGETHER_MS) * RENEWED_TOGETHER_MS, renew, 'renewal');
  watch();
  renewIn(lastsMs / 3);
}
