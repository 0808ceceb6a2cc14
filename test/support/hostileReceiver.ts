import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { type Certificate, selfSigned } from './certificate.ts';

export interface HostileReceiver {
  readonly url: string;
  readonly ca: string;
  /** Sockets that are open at this moment. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** A TLS server that treats each connection as `behave` wishes, once the first bytes of a request are there. */
export function hostileReceiver(
  behave: (socket: TLSSocket, connection: number) => void,
  certificate: Certificate = selfSigned(),
): Promise<HostileReceiver> {
  let count = 0;
  const server = createTlsServer(certificate, (socket) => {
    const connection = ++count;
    socket.on('error', () => {});
    socket.once('data', () => behave(socket, connection));
  });
  server.on('tlsClientError', () => {});
  return listening(server, certificate.cert);
}

/** A TCP server below TLS: what happens before any certificate is shown. */
export function rawReceiver(behave: (socket: Socket) => void): Promise<HostileReceiver> {
  return listening(
    createServer((socket) => {
      socket.on('error', () => {});
      // An end that nobody reads is never seen.
      socket.resume();
      behave(socket);
    }),
    selfSigned().cert,
  );
}

async function listening(server: ReturnType<typeof createServer>, ca: string): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ca,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
