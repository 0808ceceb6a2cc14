import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { silenceTimer } from '../node/silenceTimer.ts';

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

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: string;
  readonly sizeBytes: number;
  readonly dsn: {
    readonly envid: string;
    readonly orcpt: string;
    readonly notify: readonly ('SUCCESS' | 'FAILURE' | 'DELAY')[];
  };
}

/** A message that is written once the server is ready for it, and not before. */
export interface SmtpMessage {
  /** Writes it and ends the stream. @throws Error when it may not be sent any more; then nothing was written */
  writeTo(stream: NodeJS.WritableStream): void;
}

/** What nodemailer reports of a failure. */
export interface SmtpFailure extends Error {
  readonly code?: string;
  /** The system's error code. */
  readonly originalCode?: string;
  /** Of a connection that failed: the address. */
  readonly address?: string;
  /** After a timeout: the step that took too long. */
  readonly timeoutType?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

export interface SmtpServer {
  readonly host: string;
  readonly address: string;
  /** Version of TLS; null: the connection is not encrypted. */
  readonly tls: string | null;
}

/** A connection after the server's greeting, with TLS as required, and logged in. */
export interface SmtpSession {
  readonly server: SmtpServer;
  readonly isAlive: boolean;
  /** Transactions that have ended on it, also those that were refused. */
  readonly transactions: number;
  /**
   * One transaction; resolves with the server's last reply. Rejects with an SmtpFailure, and the session may stay alive, or
   * with the error of `writeTo`: then the session waits for the message and is of no more use.
   */
  send(envelope: SmtpEnvelope, message: SmtpMessage): Promise<string>;
  /** Ends a transaction that the server refused, so that the next may begin. */
  reset(): Promise<void>;
  /** Called once when the connection has ended, from either side. */
  onEnd(listener: () => void): void;
  /** Sends QUIT, and cuts the connection when the server does not close it. */
  quit(): void;
  /** Cuts the connection. */
  destroy(): void;
}

/** Dead servers don't close their side: after this time ours is closed anyway. */
const CLOSE_MS = 1_000;
/** How long the server may take to answer QUIT. */
const QUIT_MS = 2_000;
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

/** The connection's answer; rejects when it ends, which the connection itself does not report when it is cut. */
function answered<Answer>(
  connection: SMTPConnection,
  ask: (resolve: (answer: Answer) => void, reject: (error: Error) => void) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // An error that ended it is reported after the end, in the same turn.
    const onEnd = () =>
      queueMicrotask(() => end(() => reject(failure('the connection ended', 'ECONNECTION'))));
    const end = (settle: () => void) => {
      connection.off('end', onEnd);
      settle();
    };
    connection.once('end', onEnd);
    ask(
      (answer) => end(() => resolve(answer)),
      (error) => end(() => reject(error)),
    );
  });
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

function sessionOf(connection: SMTPConnection, server: SmtpServer): SmtpSession {
  let isAlive = !connection.destroyed;
  let transactions = 0;
  connection.once('end', () => {
    isAlive = false;
  });
  return {
    server,
    get isAlive() {
      return isAlive;
    },
    get transactions() {
      return transactions;
    },
    async send({ from, to, sizeBytes, dsn }, message) {
      const envelope = {
        from,
        to: [to],
        size: sizeBytes,
        dsn: { ret: 'HDRS', envid: dsn.envid, orcpt: `rfc822;${dsn.orcpt}`, notify: [...dsn.notify] },
      };
      return answered<string>(connection, (resolve, reject) => {
        const pipe = (stream: NodeJS.WritableStream) => {
          try {
            message.writeTo(stream);
          } catch (error) {
            reject(error as Error);
          }
        };
        // Of a stream the connection needs only this.
        connection.send(envelope, { pipe } as unknown as Readable, (error, info) =>
          error ? reject(error) : resolve(info?.response ?? ''),
        );
      }).finally(() => {
        transactions++;
      });
    },
    reset: () =>
      answered<void>(connection, (resolve, reject) =>
        connection.reset((error) => (error ? reject(error) : resolve())),
      ),
    onEnd(listener) {
      if (isAlive) connection.once('end', listener);
      else listener();
    },
    quit() {
      if (!isAlive) return;
      connection.quit();
      setTimeout(() => connection.close(), QUIT_MS).unref();
    },
    destroy: () => connection.close(),
  };
}

function failure(message: string, code: string): SmtpFailure {
  return Object.assign(new Error(message), { code });
}
