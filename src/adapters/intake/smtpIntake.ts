import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { IncomingMail, MailIntake, MailIntakeHandler } from '../../ports/mailIntake.ts';
import type { CertificateFiles } from './certificateFiles.ts';

export interface SmtpIntakeOptions {
  readonly host: string;
  /** 0 picks a free one; the log says which. */
  readonly port: number;
  /** The name that the server greets with. */
  readonly name: string;
  /** STARTTLS (RFC 3207) is offered with it; null: all mail comes as plain text. */
  readonly certificate: CertificateFiles | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** Told when it listens, for tests and for the log. */
  readonly onListening?: (port: number) => void;
}

/** A bounce that brings its whole message back may be large; what comes behind its beginning is thrown away. */
const MAX_MAIL_BYTES = 64 * 1024 * 1024;
const KEPT_BYTES = 256 * 1024;
const MAX_CLIENTS = 200;
const MAX_RECIPIENTS = 10;
const IDLE_MS = 60_000;
/** However a client drips, its connection ends then. */
const CONNECTION_MS = 10 * 60_000;
const CLOSE_MS = 5_000;
const RENEWAL_LOOK_MS = 30_000;

/** An SMTP server (RFC 5321) that takes mail in, sends none, and answers for each mail only when that is on the disk. */
export function smtpIntake(options: SmtpIntakeOptions): MailIntake {
  const { host, port, certificate, log } = options;
  return {
    async receive(handler, signal) {
      if (signal.aborted) return;
      const server = serverOf(options, handler);
      const closed = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => server.close(() => resolve()), { once: true });
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      // A client that goes away in the middle is no fault of the server's.
      server.on('error', (error) => log.debug({ err: error }, 'a connection of the bounce intake failed'));
      const at = (server.server.address() as AddressInfo).port;
      log.info({ host, port: at, tls: certificate !== null }, 'bounces are taken in');
      options.onListening?.(at);
      if (certificate !== null) await followRenewals(server, certificate, options, signal);
      await closed;
    },
  };
}

/** Uses a certificate that was renewed for the connections that begin from then on, until the signal aborts. */
async function followRenewals(
  server: SMTPServer,
  certificate: CertificateFiles,
  { clock, log }: Pick<SmtpIntakeOptions, 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let told = '';
  for (;;) {
    await clock.sleep(RENEWAL_LOOK_MS, signal);
    if (signal.aborted) return;
    try {
      const renewed = certificate.renewed();
      told = '';
      if (renewed === null) continue;
      server.updateSecureContext(renewed);
      log.info({}, 'the bounce intake shows its renewed certificate');
    } catch (error) {
      const fault = String(error);
      if (fault !== told)
        log.error(
          { err: error },
          'the certificate of the bounce intake cannot be renewed: the one before stays',
        );
      told = fault;
    }
  }
}

function serverOf({ name, certificate, log }: SmtpIntakeOptions, handler: MailIntakeHandler): SMTPServer {
  const server = new SMTPServer({
    name,
    banner: 'bounces only',
    authOptional: true,
    ...certificate?.current(),
    disabledCommands: certificate === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, { envelope, remoteAddress }, done) {
      if (envelope.rcptTo.length >= MAX_RECIPIENTS) return done(refusal(452, '4.5.3 Too many recipients'));
      switch (handler.accepts(address, remoteAddress)) {
        case 'yes':
          return done();
        case 'later':
          return done(refusal(451, '4.7.1 Too much from you that leads nowhere; come back later'));
        case 'unknown':
          return done(refusal(550, '5.1.1 There is no such address'));
      }
    },
    onData(stream, session, done) {
      receive(stream, session, handler).then(
        (answer) => (answer === null ? done(null, '2.0.0 Recorded') : done(answer)),
        (error) => {
          log.error({ err: error }, 'a bounce could not be recorded; its server is asked to bring it again');
          done(refusal(451, '4.3.0 It could not be recorded; come back later'));
        },
      );
    },
  });
  server.server.on('connection', endInTime);
  return server;
}

/** The timer keeps neither the process nor a socket that is gone: STARTTLS takes all listeners away from a socket. */
function endInTime(socket: Socket): void {
  const held = new WeakRef(socket);
  const end = setTimeout(() => held.deref()?.destroy(), CONNECTION_MS).unref();
  socket.once('close', () => clearTimeout(end));
}

/** Null when the mail is taken, else what its server is told. */
async function receive(
  stream: SMTPServerDataStream,
  { envelope: { mailFrom, rcptTo }, remoteAddress }: SMTPServerSession,
  handler: MailIntakeHandler,
): Promise<Error | null> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
    bytes += chunk.length;
  }
  if (stream.sizeExceeded) return refusal(552, '5.3.4 The mail is too large');
  const mail: IncomingMail = {
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(({ address }) => address),
    raw: Buffer.concat(kept),
    remoteAddress,
  };
  return (await handler.take(mail)) === 'taken'
    ? null
    : refusal(451, '4.3.2 Its message is being sent at this moment; come back later');
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
