import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface SunkMail {
  readonly sender: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly raw: Buffer;
}

/** A real SMTP server on loopback that takes everything and remembers it. */
export interface SmtpSink {
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: readonly SunkMail[];
  close(): Promise<void>;
}

export async function smtpSink(): Promise<SmtpSink> {
  const received: SunkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        for (const { address } of rcptTo) {
          const messageId = /^message-id:\s*(<[^>]+>)/im.exec(raw.toString('latin1'))?.[1] ?? '';
          received.push({
            sender: mailFrom === false ? '' : mailFrom.address,
            recipient: address,
            messageId,
            raw,
          });
        }
        callback();
      });
    },
  });
  // A client that was killed resets its connection: no fault of the server.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
