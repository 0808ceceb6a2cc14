import type { Socket } from 'node:net';
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { silenceTimer } from '../node/silenceTimer.ts';
import { answered, failure, type SmtpServer, type SmtpSession, sessionOf } from './smtpSession.ts';

export interface SessionOptions {
  readonly host: string;
  readonly port: number;
  /** A connection that is already open. */
  readonly socket?: Socket;
  readonly implicitTls: boolean;
  /** `ignored`: not used, also where it is offered. */
  readonly startTls: 'required' | 'offered' | 'ignored';
  readonly tls: ConnectionOptions;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Our name in EHLO; when absent the machine's name. */
  readonly name?: string | undefined;
  /** From the look-up of the host, or from a connection that is open already, to the end of the log-in, or of EHLO and TLS. */
  readonly connectMs: number;
  /** Longest silence of the server. */
  readonly silenceMs: number;
}

/** Dead servers don't close their side: after this time ours is closed anyway. */
const CLOSE_MS = 1_000;
/** No normal reply is longer. */
const MAX_REPLY_BYTES = 64 * 1024;

/** @throws SmtpFailure: the host, the connection, TLS, the greeting or the log-in failed */
export async function openSession(options: SessionOptions): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: options.host,
    port: options.port,
    secure: options.implicitTls,
    requireTLS: options.startTls === 'required' && !options.implicitTls,
    ignoreTLS: options.startTls === 'ignored',
    opportunisticTLS: options.startTls === 'offered',
    tls: options.tls,
    ...(options.name !== undefined && { name: options.name }),
    ...(options.socket !== undefined && { connection: options.socket }),
    dnsTimeout: options.connectMs,
    connectionTimeout: options.connectMs,
    greetingTimeout: options.connectMs,
    socketTimeout: options.silenceMs,
    socketCloseTimeout: CLOSE_MS,
    maxResponseSize: MAX_REPLY_BYTES,
  });
  // The connection itself gives the answers to EHLO, STARTTLS and AUTH as long as something comes.
  const timer = silenceTimer(options.connectMs, () => {
    connection.emit('error', failure('the server took too long to begin the session', 'ETIMEDOUT'));
    connection.close();
  });
  try {
    await connected(connection, options.implicitTls);
    if (options.login !== null) await loggedIn(connection, options.login);
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    timer.clear();
  }
  return sessionOf(connection, serverOf(options.host, connection._socket));
}

async function connected(connection: SMTPConnection, implicitTls: boolean): Promise<void> {
  try {
    await answered<void>(connection, (resolve, reject) => {
      // Never removed: an error without a listener would end the process.
      connection.on('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    const { secure, upgrading } = connection as SMTPConnection & { readonly upgrading?: boolean };
    // A failure between STARTTLS's 220 and the second EHLO might not happen without TLS.
    const isOfUpgrade = !implicitTls && (secure || upgrading === true);
    throw isOfUpgrade ? Object.assign(error as Error, { code: 'ETLS' }) : error;
  }
}

function loggedIn(
  connection: SMTPConnection,
  { user, password }: { user: string; password: string },
): Promise<void> {
  return answered(connection, (resolve, reject) => {
    connection.once('error', reject);
    // A server without log-in would accept the mail as that of an unknown sender.
    if (!connection.allowsAuth) return reject(failure('the server offers no log-in', 'EAUTH'));
    connection.login({ user, pass: password }, (error) => (error ? reject(error) : resolve()));
  });
}

function serverOf(host: string, socket: SMTPConnection['_socket']): SmtpServer {
  return {
    host,
    address: (socket ? socket.remoteAddress : null) ?? '',
    tls: socket instanceof TLSSocket ? socket.getProtocol() : null,
  };
}
