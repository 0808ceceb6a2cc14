import type { ReceiverConnection } from './connection.ts';

/** Idle connections at most: to one origin, which several endpoints with eight attempts each may share, and in total. */
const MAX_PER_ORIGIN = 64;
const MAX_TOTAL = 256;
/** A connection is used up to this long after it was opened: the server of a name may change. */
const MAX_AGE_MS = 60_000;

/** Connections between two requests. Each closes itself when it stays unused for a few seconds. */
export function idleConnections(monotonicMs: () => number) {
  const byOrigin = new Map<string, ReceiverConnection[]>();
  const watched = new WeakSet<ReceiverConnection>();
  let closed = false;
  let count = 0;

  const remove = (origin: string, connection: ReceiverConnection) => {
    const idle = byOrigin.get(origin) ?? [];
    const at = idle.indexOf(connection);
    if (at < 0) return;
    idle.splice(at, 1);
    count -= 1;
    if (idle.length === 0) byOrigin.delete(origin);
  };

  return {
    /**
     * The connection used last: it is the likeliest to be still open at the other end. Connections to other addresses than
     * the given ones are closed, and those that are too old.
     */
    take(origin: string, addresses: readonly string[]): ReceiverConnection | undefined {
      for (;;) {
        const connection = byOrigin.get(origin)?.at(-1);
        if (connection === undefined) return undefined;
        remove(origin, connection);
        const isYoung = monotonicMs() - connection.openedAtMs < MAX_AGE_MS;
        if (connection.isOpen() && isYoung && addresses.includes(connection.address)) return connection;
        connection.destroy();
      }
    },
    /** Takes the connection back, or closes it where there are enough. */
    give(origin: string, connection: ReceiverConnection) {
      const idle = byOrigin.get(origin) ?? [];
      if (closed || idle.length >= MAX_PER_ORIGIN || count >= MAX_TOTAL) return connection.destroy();
      byOrigin.set(origin, [...idle, connection]);
      count += 1;
      if (watched.has(connection)) return;
      watched.add(connection);
      void connection.closed.then(() => {
        remove(origin, connection);
        connection.destroy();
      });
    },
    close(): void {
      closed = true;
      for (const connections of byOrigin.values()) for (const connection of connections) connection.destroy();
      byOrigin.clear();
      count = 0;
    },
  };
}
