import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import { networkOf } from '../../queues/networkOf.ts';
import { turns } from '../../queues/turns.ts';

export interface SmtpEntranceOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Connections of one network at a time, and of all together. */
  readonly each: number;
  readonly all: number;
  /** Addresses that have any number. */
  readonly isUnlimited: (address: string) => boolean;
  /** A session that did nothing useful so long is given to `tooLate`. */
  readonly withinMs: number;
  readonly tooLate: (id: string) => void;
  /** Called with the number of connections that are open, whenever it changes. */
  readonly onCount?: (open: number) => void;
}

/** Who may have a connection, and how long a session may do nothing useful. */
export function smtpEntrance(options: SmtpEntranceOptions) {
  const { clock, each, all, isUnlimited, withinMs, tooLate, onCount = () => {} } = options;
  const connections = turns({ clock, each, all });
  const useless = new Map<string, AbortController>();
  let open = 0;
  return {
    /** False: there are too many. A connection counts until its socket is destroyed. */
    enter(socket: Socket): boolean {
      const address = socket.remoteAddress ?? '';
      const endTurn = isUnlimited(address) ? () => {} : connections.begin(networkOf(address));
      if (endTurn === null) return false;
      onCount(++open);
      whenDestroyed(socket, () => {
        endTurn();
        onCount(--open);
      });
      return true;
    },
    /** Its session has begun. */
    begin(id: string): void {
      const over = new AbortController();
      useless.set(id, over);
      void clock.sleep(withinMs, over.signal).then(() => over.signal.aborted || tooLate(id));
    },
    /** It did something useful, or it is over. */
    stop(id: string): void {
      useless.get(id)?.abort();
      useless.delete(id);
    },
  };
}

/** Acts once when a socket is destroyed. Its listeners would not do: STARTTLS removes them. */
export function whenDestroyed(socket: Socket, act: () => void): void {
  const { _destroy: destroy } = socket;
  socket._destroy = (error, done) => {
    act();
    destroy.call(socket, error, done);
  };
}
