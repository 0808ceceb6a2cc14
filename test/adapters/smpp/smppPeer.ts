import type { AddressInfo, Server } from 'node:net';
import { createServer, PDU, type Pdu, type Session } from 'smpp';

/** What a peer answers a request: a command status, and fields; null: nothing at all. */
export type Answer = { readonly status: number; readonly fields?: Record<string, unknown> } | null;

/** An SMPP server over a real socket. */
export interface SmppPeer {
  readonly url: string;
  readonly submitted: Pdu[];
  readonly binds: Pdu[];
  readonly sessions: Session[];
  /** What becomes of the next requests; by default each submission gets an id of its own. */
  answer: (pdu: Pdu, session: Session) => Answer;
  /** Resolves with the client's answer. */
  deliver(fields: Record<string, unknown>): Promise<Pdu>;
  /** The same with a PDU of one's own making, which gets a sequence number. */
  bring(bytes: Buffer): Promise<Pdu>;
  close(): Promise<void>;
}

export async function smppPeer(): Promise<SmppPeer> {
  let ids = 0;
  let brought = 0;
  const sessions: Session[] = [];
  const peer = {
    url: '',
    submitted: [] as Pdu[],
    binds: [] as Pdu[],
    sessions,
    answer: (() => ({ status: 0 })) as SmppPeer['answer'],
    deliver: (fields: Record<string, unknown>) =>
      new Promise<Pdu>((resolve, reject) => {
        const isSent = sessions.at(-1)?.send(new PDU('deliver_sm', fields), resolve);
        if (isSent !== true) reject(new Error('there is no bind'));
      }),
    bring: (bytes: Buffer) =>
      new Promise<Pdu>((resolve, reject) => {
        const session = sessions.at(-1);
        if (session === undefined) return reject(new Error('there is no bind'));
        const sequence = 0x10_0000 + ++brought;
        bytes.writeUInt32BE(sequence, 12);
        session._callbacks[sequence] = resolve;
        session.once('close', () => reject(new Error('the bind was ended')));
        session.setMaxListeners(0);
        session.socket.write(bytes);
      }),
    close: () =>
      new Promise<void>((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
  const server: Server = createServer((session) => {
    session.on('error', () => session.destroy());
    session.on('close', () => sessions.splice(sessions.indexOf(session), 1));
    session.on('pdu', (pdu: Pdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command === 'bind_transceiver') peer.binds.push(pdu);
      if (pdu.command === 'submit_sm') peer.submitted.push(pdu);
      const answer = peer.answer(pdu, session);
      if (answer === null) return;
      const own = pdu.command === 'submit_sm' ? { message_id: `id-${++ids}` } : {};
      session.send(pdu.response({ ...own, ...answer.fields, command_status: answer.status }));
      if (pdu.command === 'bind_transceiver' && answer.status === 0) sessions.push(session);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  peer.url = `smpp://tester:secret@127.0.0.1:${(server.address() as AddressInfo).port}?window=4`;
  return peer;
}
