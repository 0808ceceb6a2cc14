import type { Clock } from '../../ports/clock.ts';
import { networkOf } from '../../queues/networkOf.ts';
import { type EndTurn, turns } from '../../queues/turns.ts';

export interface SmtpEntranceOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Connections of one network at a time, and of all together. */
  readonly each: number;
  readonly all: number;
  /** Addresses that have any number. */
  readonly isUnlimited: (address: string) => boolean;
  /** A connection that did nothing useful so long is given to `tooLate`. */
  readonly withinMs: number;
  readonly tooLate: (id: string) => void;
}

/** A connection, and its turn. */
interface Entered {
  readonly endTurn: EndTurn | null;
  readonly tooLate: AbortController;
}

/** Who may have a connection. */
export function smtpEntrance({ clock, each, all, isUnlimited, withinMs, tooLate }: SmtpEntranceOptions) {
  const connections = turns({ clock, each, all });
  const entered = new Map<string, Entered>();
  return {
    /** False: there are too many. */
    enter(id: string, address: string): boolean {
      const isFree = isUnlimited(address);
      const endTurn = isFree ? null : connections.begin(networkOf(address));
      if (!isFree && endTurn === null) return false;
      const one = { endTurn, tooLate: new AbortController() };
      entered.set(id, one);
      void clock.sleep(withinMs, one.tooLate.signal).then(() => one.tooLate.signal.aborted || tooLate(id));
      return true;
    },
    /** It did something useful. */
    stay: (id: string) => entered.get(id)?.tooLate.abort(),
    leave(id: string): void {
      const one = entered.get(id);
      entered.delete(id);
      one?.tooLate.abort();
      one?.endTurn?.();
    },
    count: () => entered.size,
  };
}
