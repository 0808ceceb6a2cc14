import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../ports/clock.ts';
import type { IncomingMail, MailIntake, MailIntakeHandler } from '../../ports/mailIntake.ts';
import { gathering } from '../../queues/gathering.ts';
import { networkOf } from '../../queues/networkOf.ts';
import { smtpEntrance } from './smtpEntrance.ts';
import {
  destroy,
  endConnection,
  openListener,
  recipientOf,
  type SmtpListenerOptions,
  smtpRefusal,
} from './smtpListener.ts';

export interface SmtpIntakeOptions extends SmtpListenerOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  /** Called when it listens, for tests and for the log. */
  readonly onListening?: (port: number) => void;
  /** The server's name in its greeting. */
  readonly name: string;
  /** Addresses whose connections are not limited, and that may pass the address of their client on by XCLIENT. */
  readonly relays: readonly string[];
}

/** A bounce with its whole message may be large; only its beginning is used, the rest is received and discarded. */
const MAX_MAIL_BYTES = 64 * 1024 * 1024;
const USED_BYTES = 256 * 1024;
const MAX_CLIENTS = 200;
/** The rest is kept for relays. */
const CONNECTIONS = { each: 10, all: 180 };
const MAX_RECIPIENTS = 10;
const IDLE_MS = 60_000;
/** Until the first recipient that is accepted: a client that only keeps a connection loses it. */
const FIRST_RECIPIENT_MS = 30_000;
const CONNECTION_MS = 10 * 60_000;
const CLOSE_MS = 5_000;
const NAME = 'bounce intake';

/** An SMTP server (RFC 5321) that only receives mail, and answers for each mail when it is on the disk. */
export function smtpIntake(options: SmtpIntakeOptions): MailIntake {
  const { host, certificate, log } = options;
  return {
    async receive(handler, signal) {
      if (signal.aborted) return;
      const { server, enter } = serverOf(options, handler);
      const own = { name: NAME, connectionMs: CONNECTION_MS, enter };
      const { port, close } = await openListener(server, { ...options, ...own });
      log.info({ host, port, tls: certificate !== null }, 'receiving bounces');
      options.onListening?.(port);
      handler.onListening?.();
      if (!signal.aborted) await once(signal, 'abort');
      await close();
    },
  };
}

function serverOf(context: SmtpIntakeOptions, handler: MailIntakeHandler) {
  const { name, relays, certificate, log, clock } = context;
  const trusted = new Set(relays.map(networkOf));
  // By the address of the socket: the relay itself, for any client that it speaks for.
  const entrance = smtpEntrance({
    ...{ clock, ...CONNECTIONS, withinMs: FIRST_RECIPIENT_MS },
    isUnlimited: (address) => trusted.has(networkOf(address)),
    tooLate: (id) => endConnection(server, id, '4.4.2 No recipient in time'),
    unbegun: (socket) => destroy(server, socket),
  });
  const server: SMTPServer = new SMTPServer({
    name,
    banner: 'bounces only',
    authOptional: true,
    ...certificate?.current(),
    disabledCommands: ['AUTH', 'VRFY', ...(certificate === null ? ['STARTTLS'] : [])],
    disableReverseLookup: true,
    useXClient: [...relays],
    logger: false,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onConnect(session, done) {
      entrance.begin(session);
      done();
    },
    onClose: ({ id }) => entrance.stop(id),
    onRcptTo(recipient, { id, envelope, remoteAddress }, done) {
      if (envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(smtpRefusal(452, '4.5.3 Too many recipients'));
      switch (handler.accepts(recipientOf(recipient), remoteAddress)) {
        case 'yes':
          entrance.stop(id);
          return done();
        case 'later':
          return done(smtpRefusal(451, '4.7.1 Too much from you that leads nowhere; come back later'));
        case 'unknown':
          return done(smtpRefusal(550, '5.1.1 There is no such address'));
      }
    },
    onData(stream, session, done) {
      receive(stream, session, handler).then(
        (answer) => (answer === null ? done(null, '2.0.0 Recorded') : done(answer)),
        (error) => {
          log.error({ err: error }, 'a bounce could not be recorded; its server is asked to send it again');
          done(smtpRefusal(451, '4.3.0 It could not be recorded; come back later'));
        },
      );
    },
  });
  return { server, enter: entrance.enter };
}

/** Null when the mail is taken, else the answer for its server. */
async function receive(
  stream: SMTPServerDataStream,
  { envelope: { mailFrom, rcptTo }, remoteAddress }: SMTPServerSession,
  handler: MailIntakeHandler,
): Promise<Error | null> {
  const beginning = gathering();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>)
      beginning.add(chunk.subarray(0, USED_BYTES - beginning.length));
  } catch {
    // Its client is gone: there is no one to answer, and nothing of ours failed.
    return smtpRefusal(451, '4.4.2 The mail broke off');
  }
  if (stream.sizeExceeded) return smtpRefusal(552, '5.3.4 The mail is too large');
  const mail: IncomingMail = {
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(recipientOf),
    raw: Buffer.concat(beginning.parts()),
    remoteAddress,
  };
  return (await handler.take(mail)) === 'taken'
    ? null
    : smtpRefusal(451, '4.3.2 It cannot be recorded at this moment; come back later');
}
