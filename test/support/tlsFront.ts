import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer, type TLSSocket } from 'node:tls';
import { selfSigned } from './certificate.ts';

export interface TlsFront {
  readonly url: string;
  /** PEM to trust. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Ends TLS before a plain HTTP server on loopback, as a load balancer does for customers. */
export async function tlsFront(port: number): Promise<TlsFront> {
  const certificate = selfSigned();
  const sockets = new Set<TLSSocket>();
  const server = createServer(certificate, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Either side ends the other; an end that comes early is the poster's to judge.
    pipeline(socket, connect(port, '127.0.0.1'), socket, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ca: certificate.cert,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
