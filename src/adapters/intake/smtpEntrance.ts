import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import { networkOf, plainAddress } from '../../queues/networkOf.ts';
import { turns } from '../../queues/turns.ts';

export interface SmtpEntranceOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Connections of one network at a time, and of all together. */
  readonly each: number;
  readonly all: number;
  /** Addresses that have any number. */
  readonly isUnlimited: (address: string) => boolean;
  /** A connection that did nothing useful so long is given to `tooLate`; one whose session has not begun, to `unbegun`. */
  readonly withinMs: number;
  readonly tooLate: (id: string) => void;
  readonly unbegun: (socket: Socket) => void;
  /** Called with the number of connections that are open, whenever it changes. */
  readonly onCount?: (open: number) => void;
}

/** What a session knows of its socket, which may be below TLS. */
interface Client {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Who may have a connection, and how long it may do nothing useful, from its first byte on. */
export function smtpEntrance(options: SmtpEntranceOptions) {
  const { clock, each, all, isUnlimited, withinMs, tooLate, unbegun, onCount = () => {} } = options;
  const connections = turns({ clock, each, all });
  const useless = new Map<string, { readonly over: AbortController; id: string | null }>();
  const clientOf = ({ remoteAddress = '', remotePort = 0 }: Client) =>
    `${plainAddress(remoteAddress)} ${remotePort}`;
  let open = 0;
  return {
    /** False: there are too many. A connection counts until its socket is destroyed. */
    enter(socket: Socket): boolean {
      const address = socket.remoteAddress ?? '';
      const endTurn = isUnlimited(address) ? () => {} : connections.begin(networkOf(address));
      if (endTurn === null) return false;
      const client = clientOf(socket);
      const waiting = { over: new AbortController(), id: null as string | null };
      useless.set(client, waiting);
      const { signal } = waiting.over;
      void clock.sleep(withinMs, signal).then(() => {
        if (signal.aborted) return;
        if (waiting.id === null) unbegun(socket);
        else tooLate(waiting.id);
      });
      onCount(++open);
      whenDestroyed(socket, () => {
        waiting.over.abort();
        useless.delete(client);
        endTurn();
        onCount(--open);
      });
      return true;
    },
    /** Its session has begun. */
    begin(session: Client & { readonly id: string }): void {
      const waiting = useless.get(clientOf(session));
      if (waiting !== undefined) waiting.id = session.id;
    },
    /** It did something useful, or it is over. */
    stop(id: string): void {
      for (const waiting of useless.values()) if (waiting.id === id) waiting.over.abort();
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
