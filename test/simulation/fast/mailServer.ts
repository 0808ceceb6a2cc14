import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Journal } from './journal.ts';

/** What the server does to a recipient, said by the beginning of the address: `defers-12@receiver.test`. */
export const MAIL_BEHAVIOURS = ['takes', 'defers', 'refuses', 'hangsup'] as const;
export type MailBehaviour = (typeof MAIL_BEHAVIOURS)[number];

/** A mail server with a journal, over a real socket. */
export interface FastMailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** Refuses connections until it is back. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export async function fastMailServer(journal: Journal): Promise<FastMailServer> {
  const sockets = new Map<number, Socket>();
  const met = new Set<string>();
  const isFirst = (recipient: string) => met.size < met.add(recipient).size;
  const refuse = (code: 451 | 550, recipient: string, text: string) => {
    journal.note('mail', { recipient, messageId: null, code, answerLost: false });
    return Object.assign(new Error(text), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const behaviour = behaviourOf(address);
      if (behaviour === 'refuses') return callback(refuse(550, address, '5.1.1 no such mailbox'));
      if (behaviour === 'defers' && isFirst(address))
        return callback(refuse(451, address, '4.2.1 try again in a moment'));
      callback();
    },
    onData(stream, { envelope, remoteAddress: _, ...session }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1');
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '';
        let answerLost = false;
        for (const { address } of envelope.rcptTo) {
          answerLost = behaviourOf(address) === 'hangsup' && isFirst(address);
          journal.note('mail', { recipient: address, messageId, code: 250, answerLost });
        }
        const { remotePort } = session as unknown as { readonly remotePort: number };
        if (answerLost) sockets.get(remotePort)?.destroy();
        else callback();
      });
    },
  });
  // A client that was killed resets its connection: no fault of the server.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.server.listen(port, '127.0.0.1', resolve));
  const unlisten = () =>
    new Promise<void>((resolve) => {
      server.server.close(() => resolve());
      for (const socket of sockets.values()) socket.destroy();
    });
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    away: unlisten,
    back: () => listen(port),
    close: async () => {
      if (server.server.listening) await unlisten();
    },
  };
}

function behaviourOf(address: string): MailBehaviour {
  return MAIL_BEHAVIOURS.find((behaviour) => address.startsWith(`${behaviour}-`)) ?? 'takes';
}
