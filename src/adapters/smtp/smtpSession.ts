import type { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: string;
  readonly sizeBytes: number;
  /** Whether the message has bytes beyond ASCII, which is declared (RFC 6152). */
  readonly is8Bit: boolean;
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
  /** Whether it offers 8BITMIME (RFC 6152). */
  readonly takes8Bit: boolean;
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

/** How long the server may take to answer QUIT. */
const QUIT_MS = 2_000;

/** The answer to EHLO, which the types leave out. */
interface WithExtensions {
  readonly _supportedExtensions: readonly string[];
}

/** The session over a connection that is open and logged in. */
export function sessionOf(connection: SMTPConnection, server: SmtpServer): SmtpSession {
  let isAlive = !connection.destroyed;
  let transactions = 0;
  connection.once('end', () => {
    isAlive = false;
  });
  const { _supportedExtensions: extensions } = connection as unknown as WithExtensions;
  return {
    server,
    takes8Bit: extensions.includes('8BITMIME'),
    get isAlive() {
      return isAlive;
    },
    get transactions() {
      return transactions;
    },
    async send({ from, to, sizeBytes, is8Bit, dsn }, message) {
      const envelope = {
        from,
        to: [to],
        size: sizeBytes,
        use8BitMime: is8Bit,
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

/** The connection's answer; rejects when it ends, which the connection itself does not report when it is cut. */
export function answered<Answer>(
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

export function failure(message: string, code: string): SmtpFailure {
  return Object.assign(new Error(message), { code });
}
