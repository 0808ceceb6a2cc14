import type { Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import type { Clock } from '../../ports/clock.ts';
import {
  type MailSubmissionHandler,
  type OpenSubmission,
  SubmissionRefused,
  type SubmissionSession,
} from '../../ports/mailSubmission.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { gathering } from '../../queues/gathering.ts';
import { smtpEntrance } from '../intake/smtpEntrance.ts';
import {
  destroy,
  endConnection,
  openListener,
  recipientOf,
  type SmtpListenerOptions,
  smtpRefusal,
} from '../intake/smtpListener.ts';

/** Without a certificate keys are taken from this machine only. */
export interface SmtpSubmissionOptions extends SmtpListenerOptions {
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  readonly metrics: Metrics;
  /** Encrypted from the first byte (RFC 8314), and not by STARTTLS. */
  readonly isImplicitTls: boolean;
  readonly maxMailBytes: number;
}

export interface SmtpSubmissionBounds {
  readonly idleMs?: number;
}

const MAX_CLIENTS = 1_000;
/** The rest is kept for programs of this machine. */
const CONNECTIONS = { each: 100, all: 900 };
/** RFC 5321, section 4.5.3.1.8, asks for a hundred at least; a client sends the others in a second transaction. */
const MAX_RECIPIENTS = 1_000;
/** RFC 5321, section 4.5.3.2.7. */
const IDLE_MS = 5 * 60_000;
/** Until a client has shown its key. */
const KEY_WITHIN_MS = 30_000;
/** Clients that keep connections open connect again. */
const CONNECTION_MS = 60 * 60_000;
const CLOSE_MS = 5_000;
const FIXED_OPTIONS: SMTPServerOptions = {
  // Where a key may be shown is decided for each connection.
  allowInsecureAuth: true,
  authMethods: ['PLAIN', 'LOGIN'],
  authRequiredMessage: 'Log in first: the password is an API key',
  hideENHANCEDSTATUSCODES: false,
  hideSMTPUTF8: true,
  hideDSN: true,
  hideREQUIRETLS: true,
  disableReverseLookup: true,
  logger: false,
  maxRecipients: MAX_RECIPIENTS,
  maxClients: MAX_CLIENTS,
  closeTimeout: CLOSE_MS,
};
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /;

/**
 * Opens a server of message submission (RFC 6409) that takes mail from clients with an API key.
 * @throws the system's error when it cannot listen
 */
export async function smtpSubmission(
  options: SmtpSubmissionOptions,
  handler: MailSubmissionHandler,
  bounds: SmtpSubmissionBounds = {},
): Promise<OpenSubmission> {
  const { host, certificate, isImplicitTls, log } = options;
  const { server, enter } = serverOf(options, handler, bounds.idleMs ?? IDLE_MS);
  const own = { name: 'submission listener', connectionMs: CONNECTION_MS, enter };
  const open = await openListener(server, { ...options, ...own });
  const tls = certificate === null ? 'none' : isImplicitTls ? 'implicit' : 'starttls';
  log.info({ host, port: open.port, tls }, 'mail can be submitted by SMTP');
  return open;
}

function serverOf(options: SmtpSubmissionOptions, handler: MailSubmissionHandler, idleMs: number) {
  const { clock, certificate, isImplicitTls, maxMailBytes, metrics } = options;
  const entrance = smtpEntrance({
    ...{ clock, ...CONNECTIONS, withinMs: KEY_WITHIN_MS },
    isUnlimited: (address) => LOOPBACK.test(address),
    tooLate: (id) => endConnection(server, id, '4.7.0 No key in time'),
    unbegun: (socket) => destroy(server, socket),
    onCount: (open) => metrics.gauge('postledger_submission_connections', open),
  });
  // VRFY would answer to those who have no key.
  const disabled = certificate === null ? ['VRFY', 'STARTTLS'] : ['VRFY'];
  const server: SMTPServer = new SMTPServer({
    banner: 'submission',
    ...certificate?.current(),
    secure: certificate !== null && isImplicitTls,
    disabledCommands: disabled,
    ...FIXED_OPTIONS,
    size: maxMailBytes,
    socketTimeout: idleMs,
    onConnect(session, done) {
      answerWithOwnCodes(server, session.id, metrics);
      entrance.begin(session);
      // A key is never asked for where others could read it.
      if (!mayLogIn(session)) session.disabledCommands = ['AUTH', ...disabled];
      done();
    },
    onSecure(_socket, session, done) {
      session.disabledCommands = disabled;
      done();
    },
    onClose: ({ id }) => entrance.stop(id),
    onAuth({ password }, { id, remoteAddress }, done) {
      handler.authenticate(password ?? '', remoteAddress).then(
        (user) => {
          entrance.stop(id);
          done(null, { user });
        },
        (error) => done(answerOf(error)),
      );
    },
    onMailFrom({ args }, session, done) {
      if (!mayLogIn(session)) return done(smtpRefusal(530, '5.7.0 Issue STARTTLS first'));
      const refused = notOffered(args);
      if (refused) return done(refused);
      sessionOf(session)
        .check()
        .then(
          () => done(),
          (error) => done(answerOf(error)),
        );
    },
    onRcptTo: ({ args }, _session, done) => done(notOffered(args)),
    onData(stream, session, done) {
      const startedMs = clock.monotonicMs();
      receive(stream, session).then(
        (id) => {
          metrics.timing('postledger_submission_accept_seconds', clock.monotonicMs() - startedMs);
          done(null, `2.0.0 Accepted as ${id}`);
        },
        (error) => done(answerOf(error)),
      );
    },
  });
  const enter = (socket: Socket) => {
    const isIn = entrance.enter(socket);
    metrics.count('postledger_submission_connections_total');
    if (!isIn) metrics.count('postledger_submission_refused_total', { code: '421' });
    return isIn;
  };
  return { server, enter };
}

const mayLogIn = ({ secure, remoteAddress }: SMTPServerSession) => secure || LOOPBACK.test(remoteAddress);
/** The answer to parameters of extensions that are not offered; null where there is none. */
function notOffered(args: SMTPServerAddress['args']): Error | null {
  const given = args || {};
  if (given.SMTPUTF8 !== undefined) return smtpRefusal(555, '5.6.7 SMTPUTF8 is not offered');
  const name = ['RET', 'NOTIFY'].find((one) => given[one] !== undefined);
  return name === undefined ? null : smtpRefusal(555, `5.5.4 ${name} is not offered`);
}

/** Filled in by AUTH, without which no mail gets here. */
const sessionOf = ({ user }: SMTPServerSession) => user as SubmissionSession;

/** The library writes an enhanced code before each answer; ours begin with a more exact one. Refusals are counted. */
function answerWithOwnCodes(server: SMTPServer, id: string, metrics: Metrics): void {
  for (const connection of server.connections) {
    if (connection.session.id !== id) continue;
    const send = connection.send.bind(connection);
    connection.send = (code, text, context) => {
      if (code >= 400) metrics.count('postledger_submission_refused_total', { code: String(code) });
      send(code, text, typeof text === 'string' && ENHANCED.test(text) ? false : context);
    };
  }
}

/** Resolves with the id; what does not fit is discarded as it comes. */
async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
  const submission = sessionOf(session);
  const { workspace } = submission;
  const hold = submission.hold();
  let gathered: ReturnType<typeof gathering> | null = gathering();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (gathered !== null && !stream.sizeExceeded && hold.take(workspace, chunk.length))
        gathered.add(chunk);
      else {
        // What is given up makes room at once, so that others which came with it fit.
        gathered = null;
        hold.release();
      }
    }
    if (stream.sizeExceeded) throw new SubmissionRefused(552, '5.3.4 The mail is too large');
    if (gathered === null)
      throw new SubmissionRefused(451, '4.3.1 No room for this mail at present; come back later');
    const recipients = session.envelope.rcptTo.map(recipientOf);
    return await submission.submit({ recipients, raw: Buffer.concat(gathered.parts()) });
  } finally {
    hold.release();
  }
}

/** A client that goes away in the middle reads no answer. */
function answerOf(error: unknown): Error {
  return error instanceof SubmissionRefused
    ? smtpRefusal(error.code, error.message)
    : smtpRefusal(451, '4.4.2 The mail broke off');
}
