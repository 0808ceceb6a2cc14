import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback that can be made to misbehave between a client and an engine. */
export interface FaultProxy {
  /** Where the client connects. */
  readonly port: number;
  /** Connections open at present. */
  readonly connections: number;
  /** Everything is swallowed in silence, both ways, and new connections hang: a network that is gone. */
  cut(): void;
  /** Ends `cut` and `delay`: new connections work; what was swallowed stays lost, so cut ones are reset. */
  heal(): void;
  /** Every chunk, both ways, arrives `ms` milliseconds later, in order. */
  delay(ms: number): void;
  /** Every open connection ends by RST, without a goodbye. */
  reset(): void;
  /** The engine's side ends (FIN) towards the client, while the client's bytes still flow: a half-open connection. */
  halfClose(): void;
  /** New connections are refused by RST until `heal`. */
  refuse(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly engine: Socket;
  /** Bytes were lost on it: it cannot be carried on. */
  damaged: boolean;
}

export async function faultProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let mode: 'open' | 'cut' | 'refuse' = 'open';
  let delayMs = 0;

  const carry = (pair: Pair, from: Socket, to: Socket) => {
    // Chunks and the end of the stream pass through one chain, so that a change of delay cannot reorder them.
    let last = Promise.resolve();
    const later = (action: () => void) => {
      // Each counts from its own coming: waits that added up would be a narrow network, not a far one.
      const dueMs = performance.now() + delayMs;
      last = last.then(async () => {
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (!to.destroyed) action();
      });
    };
    from.on('data', (chunk) => {
      if (mode === 'cut') {
        pair.damaged = true;
        return;
      }
      if (delayMs > 0) return later(() => to.write(chunk));
      later(() => {
        if (!to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
    });
    from.on('end', () => mode !== 'cut' && later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      if (mode === 'cut') {
        pair.damaged = true;
        return;
      }
      pairs.delete(pair);
      later(() => to.destroy());
    });
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === 'refuse') {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    client.setNoDelay(true);
    const engine = connect({ port: targetPort, host: targetHost, allowHalfOpen: true, noDelay: true });
    const pair: Pair = { client, engine, damaged: mode === 'cut' };
    pairs.add(pair);
    carry(pair, client, engine);
    carry(pair, engine, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  const drop = (pair: Pair) => {
    for (const socket of [pair.client, pair.engine]) {
      // A socket whose end is still under way cannot be reset: Node would keep it for ever, even at its own exit.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
    pairs.delete(pair);
  };
  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    cut: () => {
      mode = 'cut';
    },
    heal: () => {
      mode = 'open';
      delayMs = 0;
      for (const pair of [...pairs]) if (pair.damaged) drop(pair);
    },
    delay: (ms) => {
      delayMs = ms;
    },
    reset: () => [...pairs].forEach(drop),
    halfClose: () => {
      for (const { client } of pairs) client.end();
    },
    refuse: () => {
      mode = 'refuse';
    },
    close: () => {
      [...pairs].forEach(drop);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
