import type { ReceiverConnection } from './connection.ts';

/** Connections kept open at most, to one origin, where several endpoints may be with eight attempts each, and in all. */
const MAX_PER_ORIGIN = 64;
const MAX_IN_ALL = 256;
/** A connection is used this long after it was opened, however busy: what is behind a name may move. */
const MAX_AGE_MS = 60_000;

/** Connections between two requests. Each closes itself when it stays unused for a few seconds. */
export interface IdleConnections {
  /**
   * The one used last: the likeliest to be still open at the other end. Those to other addresses than the given ones
   * are closed, as are those that have lived their time.
   */
  take(origin: string, addresses: readonly string[]): ReceiverConnection | undefined;
  /** Keeps it, or closes it where there are enough. */
  give(origin: string, connection: ReceiverConnection): void;
  close(): void;
}

export function idleConnections(monotonicMs: () => number): IdleConnections {
  const byOrigin = new Map<string, ReceiverConnection[]>();
  const watched = new WeakSet<ReceiverConnection>();
  let closed = false;
  let count = 0;

  const remove = (origin: string, connection: ReceiverConnection) => {
    const kept = byOrigin.get(origin) ?? [];
    const at = kept.indexOf(connection);
    if (at < 0) return;
    kept.splice(at, 1);
    count -= 1;
    if (kept.length === 0) byOrigin.delete(origin);
  };

  return {
    take(origin, addresses) {
      for (;;) {
        const connection = byOrigin.get(origin)?.at(-1);
        if (connection === undefined) return undefined;
        remove(origin, connection);
        const isYoung = monotonicMs() - connection.openedAtMs < MAX_AGE_MS;
        if (connection.isOpen() && isYoung && addresses.includes(connection.address)) return connection;
        connection.destroy();
      }
    },
    give(origin, connection) {
      const kept = byOrigin.get(origin) ?? [];
      if (closed || kept.length >= MAX_PER_ORIGIN || count >= MAX_IN_ALL) return connection.destroy();
      byOrigin.set(origin, [...kept, connection]);
      count += 1;
      if (watched.has(connection)) return;
      watched.add(connection);
      void connection.closed.then(() => {
        remove(origin, connection);
        connection.destroy();
      });
    },
    close() {
      closed = true;
      for (const connections of byOrigin.values()) for (const connection of connections) connection.destroy();
      byOrigin.clear();
      count = 0;
    },
  };
}
