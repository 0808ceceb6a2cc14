import type { AddressInfo, Socket } from 'node:net';
import type { SMTPServer, SMTPServerAddress } from 'smtp-server';
import { asciiAddress } from '../../events/addressForms.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CertificateFiles } from './certificateFiles.ts';
import { whenDestroyed } from './smtpEntrance.ts';

const RENEWAL_CHECK_MS = 30_000;

export interface SmtpListenerOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** With it TLS is offered; null: all comes as plain text. */
  readonly certificate: CertificateFiles | null;
}

export interface OwnListenerOptions {
  /** In the log. */
  readonly name: string;
  /** A connection ends after this, also when its client is slow. */
  readonly connectionMs: number;
  /** Whether a socket may become a connection. */
  readonly enter: (socket: Socket) => boolean;
}

/** Listens until it is closed, which lets open transactions end; faults of connections are logged only. @throws the system's error */
export async function openListener(server: SMTPServer, options: SmtpListenerOptions & OwnListenerOptions) {
  const { host, port, name, log, certificate } = options;
  admit(server, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that disconnects in the middle is no fault of the server.
  server.on('error', (error) => log.debug({ err: error }, `a connection of the ${name} failed`));
  const stop = new AbortController();
  const watching = certificate && watchCertificate(server, certificate, options, stop.signal);
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      stop.abort();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await watching;
    },
  };
}

/** Uses a renewed certificate for all later connections, until the signal aborts. */
async function watchCertificate(
  server: SMTPServer,
  certificate: CertificateFiles,
  { clock, log, name }: Pick<SmtpListenerOptions, 'clock' | 'log'> & { readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  let reported = '';
  for (;;) {
    await clock.sleep(RENEWAL_CHECK_MS, signal);
    if (signal.aborted) return;
    try {
      const renewed = certificate.renewed();
      reported = '';
      if (renewed === null) continue;
      server.updateSecureContext(renewed);
      log.info({}, `the ${name} uses its renewed certificate`);
    } catch (error) {
      const fault = String(error);
      if (fault !== reported)
        log.error(
          { err: error },
          `the certificate of the ${name} cannot be renewed: the old one stays in use`,
        );
      reported = fault;
    }
  }
}

/** The library counts connections that it has not yet greeted, of all clients together, so sockets are refused before it sees them. */
function admit(server: SMTPServer, { enter, connectionMs }: OwnListenerOptions): void {
  const serve = server.server.listeners('connection');
  server.server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (!enter(socket)) return refuse(socket, server.options.secure === true);
    const end = setTimeout(() => destroy(server, socket), connectionMs).unref();
    whenDestroyed(socket, () => clearTimeout(end));
    for (const listener of serve) Reflect.apply(listener, server.server, [socket]);
  });
}

/** Ends a connection, also in the middle of a TLS handshake: what stands above the socket is destroyed first. */
export function destroy(server: SMTPServer, socket: Socket): void {
  const { _pendingSockets: shakingHands } = server as unknown as {
    readonly _pendingSockets?: ReadonlyMap<Socket, Socket>;
  };
  shakingHands?.get(socket)?.destroy();
  socket.destroy();
}

/** Where TLS comes first, nothing can be said. */
function refuse(socket: Socket, isTls: boolean): void {
  socket.on('error', () => {});
  if (isTls) socket.destroy();
  else socket.end('421 4.7.0 Too many connections from you\r\n', () => socket.destroy());
}

/** Says a last line on a connection, and ends it. */
export function endConnection(server: SMTPServer, id: string, text: string): void {
  for (const connection of server.connections)
    if (connection.session.id === id) {
      connection.send(421, text);
      connection.close();
    }
}

/** An answer of the server that refuses; the text begins with its enhanced code (RFC 3463). */
export function smtpRefusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** A recipient with its domain as it is in the DNS: the library has made `münchen.de` of `xn--mnchen-3ya.de`. */
export function recipientOf({ address }: SMTPServerAddress): string {
  return asciiAddress(address);
}
