import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome } from '../../ports/mailer.ts';
import { GRACE_MS, type TransactionDeadline, transactionDeadline } from './deadline.ts';
import { diagnosticOf, refusalOutcome, type SmtpStage } from './reply.ts';

export interface RelayOptions {
  /** `smtp://` or `smtps://`, with user and password where the relay wants them; query parameters are nodemailer's. */
  readonly url: string;
  readonly maxConnections?: number;
  /** Until the server asks for the message, from the queue of the pool on. */
  readonly beginMs?: number;
  /** From then until the server's last word: RFC 5321, section 4.5.3.2, asks for patience here. */
  readonly answerMs?: number;
  /** Options of the TLS layer, as tests need them. */
  readonly tls?: { readonly rejectUnauthorized?: boolean; readonly ca?: string };
}

const BEGIN_MS = 60_000;
const ANSWER_MS = 180_000;
const CONNECT_MS = 20_000;
const IDLE_MS = 30_000;
/** After this no transaction is under way any more; claims must live longer (src/sender/claims.ts). */
export const LONGEST_TRANSACTION_MS = BEGIN_MS + ANSWER_MS + GRACE_MS;
const MESSAGES_A_CONNECTION = 1_000;
/** What nodemailer tells of a failure. */
interface SmtpFailure extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * A relay that all mail goes to, over a pool of connections. Its acceptance is `submitted`: what becomes of the
 * message afterwards, the relay tells in bounces.
 */
export function relayMailer(options: RelayOptions): Mailer {
  const beginMs = options.beginMs ?? BEGIN_MS;
  const answerMs = options.answerMs ?? ANSWER_MS;
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: options.maxConnections ?? 20,
    maxMessages: MESSAGES_A_CONNECTION,
    // The pool repeats only what it has not begun to hand over, on a connection that went away meanwhile.
    maxRequeues: 2,
    idleTimeout: IDLE_MS,
    connectionTimeout: Math.min(CONNECT_MS, beginMs),
    greetingTimeout: Math.min(CONNECT_MS, beginMs),
    dnsTimeout: Math.min(CONNECT_MS, beginMs),
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(options.tls && { tls: options.tls }),
  });
  transport.use('stream', (mail, done) => {
    const { deadline } = mail.data as { deadline?: TransactionDeadline };
    if (deadline !== undefined)
      mail.message.processFunc((message) => Readable.from(fenced(message, deadline)));
    done();
  });

  return {
    async send({ sender, recipient, raw }) {
      const deadline = transactionDeadline(beginMs, answerMs);
      try {
        const mail = {
          envelope: { from: sender, to: [recipient], size: raw.length },
          raw,
          signal: deadline.signal,
          deadline,
        };
        const { response } = await transport.sendMail(mail);
        return { outcome: 'submitted', response: diagnosticOf(response ?? '') };
      } catch (error) {
        return failureOutcome(error as SmtpFailure, deadline.signal.aborted);
      } finally {
        deadline.end();
      }
    },
    async close() {
      // What is under way is cut off and reported as deferred: nothing is known of it.
      transport.close({ force: true });
    },
  };
}

/** The message as the connection reads it, which is when the server has asked for it and not before. */
async function* fenced(message: Readable, deadline: TransactionDeadline): AsyncIterable<Buffer> {
  deadline.begin();
  yield* message;
}

function failureOutcome(failure: SmtpFailure, timedOut: boolean): MailOutcome {
  const { code, command, response, responseCode } = failure;
  if (timedOut) return { outcome: 'deferred', diagnostic: 'the transaction took too long' };
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (refused && responseCode !== undefined && response !== undefined && isStage(command)) {
    return refusalOutcome(responseCode, response, command);
  }
  if (refused) {
    // The client itself found the message unfit for this server: too large, or an address it cannot carry.
    const tooLarge = code === 'EMESSAGE' && command === 'MAIL FROM';
    return {
      outcome: 'bounced',
      bounceType: 'Transient',
      bounceSubType: tooLarge ? 'MessageTooLarge' : 'General',
      diagnostic: diagnosticOf(failure.message),
    };
  }
  // Names, connections, TLS, log-in, a dialogue cut short: the relay's state, not the recipient's.
  return { outcome: 'deferred', diagnostic: diagnosticOf(response ?? failure.message) };
}

function isStage(command: string | undefined): command is SmtpStage {
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA';
}
