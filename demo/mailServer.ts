import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that takes every message and holds it in memory. */
export interface MailServer {
  readonly url: string;
  readonly received: readonly { readonly to: string; readonly source: string }[];
  close(): Promise<void>;
}

export async function mailServer(onMail: (to: string) => void): Promise<MailServer> {
  const received: { to: string; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        received.push({ to, source: Buffer.concat(chunks).toString() });
        onMail(to);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
