import type { Leases } from '../../../src/ports/lease.ts';
import { type CallsParts, callsOf } from './calls.ts';

/** Who holds which lease, as their store has it. */
export interface WorldLeases {
  view(parts: LeasesParts): Leases;
  /** The store was emptied: everything is free, though its holders don't know yet. */
  loseAll(): void;
  /** Time passes in which every holder would have renewed what it holds. */
  passOver(ms: number): void;
  /** Names of what is held now. */
  held(): readonly string[];
}

type LeasesParts = Omit<CallsParts, 'store' | 'takesMs' | 'unavailable'>;

interface Held {
  readonly holder: string;
  untilMs: number;
}

const TAKES_MS = [0.1, 2] as const;
/** Share of its life after which a lease that was not renewed counts as lost at its holder. */
const TRUST = 0.9;
const LONGEST_MS = 60_000;

/**
 * `endWithTheirProcess`: leases of a machine, which the kernel keeps. Others lapse when their holder has not renewed them, and
 * are lost to one that was paused.
 */
export function worldLeases(nowMs: () => number, endWithTheirProcess: boolean): WorldLeases {
  const leases = new Map<string, Held>();
  const holderOf = (name: string): Held | null => {
    const held = leases.get(name);
    return held !== undefined && held.untilMs > nowMs() ? held : null;
  };
  let taken = 0;
  return {
    loseAll: () => leases.clear(),
    passOver(ms) {
      for (const held of leases.values()) held.untilMs += ms;
    },
    held: () => [...leases.keys()].filter((name) => holderOf(name) !== null),
    view(parts) {
      const { agenda, life } = parts;
      const calls = callsOf({
        ...parts,
        store: 'coordination',
        takesMs: TAKES_MS,
        unavailable: (why) => new Error(why),
      });
      const orNone = <Result>(call: Promise<Result>, none: Result) => call.catch(() => none);
      return {
        async acquire(name, ttlMs) {
          const lastsMs = endWithTheirProcess ? Number.POSITIVE_INFINITY : Math.min(ttlMs, LONGEST_MS);
          const holder = `${life.process} ${life.number} ${taken++}`;
          const askedAtMs = agenda.nowMs();
          const isOurs = await orNone(
            calls.write(() => {
              if (holderOf(name) !== null) return false;
              leases.set(name, { holder, untilMs: nowMs() + lastsMs });
              return true;
            }),
            false,
          );
          if (!isOurs) return null;
          const lost = new AbortController();
          const free = () => {
            if (leases.get(name)?.holder === holder) leases.delete(name);
          };
          if (endWithTheirProcess) life.onEnd(free);
          else keep(askedAtMs);
          return {
            name,
            lost: lost.signal,
            async release() {
              if (lost.signal.aborted) return;
              lost.abort();
              await orNone(calls.write(free), undefined);
            },
          };

          function keep(sinceMs: number) {
            const expiry = life.at(sinceMs + lastsMs * TRUST, () => lost.abort(), 'poll');
            life.at(
              agenda.nowMs() + lastsMs / 3,
              async () => {
                if (lost.signal.aborted) return;
                const startedAtMs = agenda.nowMs();
                const renewed = await orNone(calls.write(renew), null);
                if (lost.signal.aborted) return;
                if (renewed === null) return;
                expiry.cancel();
                if (renewed) keep(startedAtMs);
                else lost.abort();
              },
              'poll',
            );
          }

          /** Takes it again where it is gone; false where somebody else has it. */
          function renew(): boolean {
            const now = holderOf(name);
            if (now !== null && now.holder !== holder) return false;
            leases.set(name, { holder, untilMs: nowMs() + lastsMs });
            return true;
          }
        },
        isHeld: (name) =>
          orNone(
            calls.read(() => holderOf(name) !== null),
            false,
          ),
        close: async () => {},
      };
    },
  };
}
