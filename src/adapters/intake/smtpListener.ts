import type { AddressInfo, Socket } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CertificateFiles } from './certificateFiles.ts';

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

/**
 * Listens until it is closed, which lets open transactions end; faults of connections are logged only. A connection ends
 * after `connectionMs`, also when its client is slow. `name`: in the log. @throws the system's error
 */
export async function openListener(
  server: SMTPServer,
  options: SmtpListenerOptions & { readonly name: string; readonly connectionMs: number },
) {
  const { host, port, name, log, certificate, connectionMs } = options;
  server.server.on('connection', (socket: Socket) => endInTime(socket, connectionMs));
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

/** Ends a connection after this. The timer holds neither the process nor a closed socket: STARTTLS removes all listeners from a socket. */
function endInTime(socket: Socket, afterMs: number): void {
  const reference = new WeakRef(socket);
  const end = setTimeout(() => reference.deref()?.destroy(), afterMs).unref();
  socket.once('close', () => clearTimeout(end));
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
