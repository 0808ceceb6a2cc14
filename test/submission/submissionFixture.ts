import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { emailAcceptance } from '../../src/accepting/emailAcceptance.ts';
import { certificateFiles } from '../../src/adapters/intake/certificateFiles.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { readMessage } from '../../src/adapters/submission/readMessage.ts';
import {
  type SmtpSubmissionBounds,
  type SmtpSubmissionOptions,
  smtpSubmission,
} from '../../src/adapters/submission/smtpSubmission.ts';
import { authenticator } from '../../src/api/auth.ts';
import { loadMail } from '../../src/commands/kernel/storedText.ts';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { submissionReader } from '../../src/main/submissionReader.ts';
import type { Metrics } from '../../src/ports/metrics.ts';
import type { ReadMessage } from '../../src/ports/readMessage.ts';
import { submissionHandler } from '../../src/submission/submission.ts';
import { apiFixture, type FixtureOptions } from '../support/apiFixture.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';

const reader = submissionReader({ clock: systemClock, log: quietLog });
/** Ends the thread that all fixtures of a file share. */
export const closeReader = () => reader.close();

export interface SubmissionFixtureOptions extends Partial<SmtpSubmissionOptions> {
  readonly api?: FixtureOptions;
  readonly maxMailsBytes?: number;
  readonly bounds?: SmtpSubmissionBounds;
  readonly certificatePaths?: { readonly cert: string; readonly key: string };
}

/** A submission listener on a free port of this machine, over a ledger in memory. */
export async function submissionFixture({
  api: given,
  certificatePaths,
  maxMailsBytes = 10_000_000,
  bounds,
  ...options
}: SubmissionFixtureOptions = {}) {
  const api = await apiFixture(given);
  const counted: string[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    count: (name, labels) => counted.push(`${name}${labels === undefined ? '' : ` ${labels.code}`}`),
    timing: (name) => counted.push(name),
    gauge: (name, value) => counted.push(`${name} = ${value}`),
  };
  const { live, startUp } = api.context;
  const accepting = emailAcceptance(api.context);
  const ledger = { ...accepting.ledger, clock: systemClock };
  const auth = authenticator({ live, clock: systemClock, startUp });
  const maxMailBytes = options.maxMailBytes ?? 1_000_000;
  const handler = submissionHandler({
    ...{ auth, reader, startUp, metrics, log: quietLog, maxMailBytes, maxMailsBytes },
    accepting: { ...accepting, ledger },
  });
  const listener = {
    ...{ clock: systemClock, log: quietLog, metrics, host: '127.0.0.1', port: 0, maxMailBytes },
    ...{ certificate: certificatePaths ? certificateFiles(certificatePaths) : null, isImplicitTls: false },
    ...options,
  };
  const { port, close } = await smtpSubmission(listener, handler, bounds);
  const transport = (pass = api.key, more: object = {}) =>
    createTransport({ host: '127.0.0.1', port, auth: { user: 'any', pass }, ignoreTLS: true, ...more });
  return {
    api,
    port,
    counted,
    /** By nodemailer; resolves with the server's last answer. */
    async send(mail: SendMailOptions, pass?: string): Promise<string> {
      const transporter = transport(pass);
      try {
        return (await transporter.sendMail(mail)).response;
      } catch (error) {
        return (error as { response?: string }).response ?? String(error);
      } finally {
        transporter.close();
      }
    },
    transport,
    /** Sends lines (or bytes) one after the other, each after an answer; resolves with all answers. */
    dialogue: (lines: readonly (string | Buffer)[], host = '127.0.0.1') => dialogue(port, lines, host),
    /** The dialogue of one mail of raw bytes; resolves with the answer to it. */
    async submit(raw: string | Buffer, recipients: readonly string[] = ['ann@customer.test'], key = api.key) {
      const login = Buffer.from(`\0x\0${key}`).toString('base64');
      const content = Buffer.isBuffer(raw) ? raw : Buffer.from(raw);
      const answers = await dialogue(port, [
        ...['EHLO c.test', `AUTH PLAIN ${login}`, 'MAIL FROM:<a@acme.test>'],
        ...recipients.map((address) => `RCPT TO:<${address}>`),
        'DATA',
        Buffer.concat([content, Buffer.from('\r\n.\r\n')]),
      ]);
      return answers.at(-1) ?? '';
    },
    /** What was accepted, in order. */
    async accepted(): Promise<readonly (EmailAccepted & { readonly id: string })[]> {
      const { events } = await api.store.readAll({ after: BEGINNING, limit: 100_000 });
      return events.flatMap((event) =>
        event.type === 'EmailAccepted'
          ? [{ ...(event.data as EmailAccepted), id: event.stream.replace('email-', '') }]
          : [],
      );
    },
    /** The mail as it was kept, as a reader reads it. */
    async message({ raw }: Pick<EmailAccepted, 'raw'>): Promise<ReadMessage> {
      const message = raw && readMessage(await loadMail(api.blobs, raw.content));
      if (!message) throw new Error('no mail was kept');
      return message;
    },
    async close() {
      await close();
      await api.close();
    },
  };
}

export type SubmissionFixture = Awaited<ReturnType<typeof submissionFixture>>;

function dialogue(port: number, lines: readonly (string | Buffer)[], host = '127.0.0.1'): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const left = [...lines];
    const answers: string[] = [];
    let said = '';
    socket.on('error', () => {});
    socket.on('close', () => resolve(answers));
    socket.on('data', (chunk) => {
      said += chunk;
      if (!/^\d{3}(?: .*)?\r\n$/m.test(said)) return;
      answers.push(said);
      said = '';
      const line = left.shift();
      if (line === undefined) socket.destroy();
      else socket.write(typeof line === 'string' ? `${line}\r\n` : line);
    });
  });
}
