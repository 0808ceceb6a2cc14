import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
}

export interface SmtpSink {
  readonly port: number;
  readonly mails: ReceivedMail[];
  readonly server: SMTPServer;
  close(): Promise<void>;
}

/** A real SMTP server on a free port, or on a given one, that keeps what it was sent. */
export async function smtpSink(
  options: SMTPServerOptions = {},
  atPort = 0,
  host = '127.0.0.1',
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          secure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  // What clients break off is part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(atPort, host, () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    server,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The error that makes smtp-server answer with a reply of one's own. */
export function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
