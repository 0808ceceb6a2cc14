import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Clock } from '../ports/clock.ts';
import { networkOf, plainAddress } from '../queues/networkOf.ts';
import { turns } from '../queues/turns.ts';

/** Connections of one network at a time: a client that keeps them open, silent or not, takes no more. */
const CONNECTIONS_EACH = 500;
/** File descriptors that connections leave for the log, blobs and mail; of few descriptors a half. */
const RESERVED_FILES = 256;
const LOOPBACK = /^(?:127\.|::1$)/;

interface ConnectionLimitsDependencies {
  readonly clock: Clock;
  readonly isTrustedProxy: (address: string) => boolean;
}

export interface ConnectionBounds {
  /** File descriptors that the process may have; absent: as the system says. */
  readonly maxFiles?: number;
}

/**
 * Limits the connections of an HTTP server, of each network and in all. Those of this machine and of trusted proxies are
 * limited in all only: they stand for many clients.
 */
export function limitConnections(
  server: Server,
  { clock, isTrustedProxy }: ConnectionLimitsDependencies,
  bounds: ConnectionBounds = {},
): void {
  const { maxFiles = maxOpenFiles() } = bounds;
  // Node closes what is beyond it at once.
  server.maxConnections = Math.max(maxFiles - RESERVED_FILES, Math.ceil(maxFiles / 2));
  const connections = turns({ clock, each: CONNECTIONS_EACH });
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (LOOPBACK.test(address) || isTrustedProxy(address)) return;
    const end = connections.begin(networkOf(address));
    if (end === null) socket.destroy();
    else socket.once('close', end);
  });
}

/** File descriptors that this process may have; where the system does not say, as many as are usual. */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? 65_536 : Number(soft);
  } catch {
    return 1_024;
  }
}
