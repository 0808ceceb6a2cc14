import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { PDU, type Pdu, Session } from 'smpp';
import type { Clock } from '../../ports/clock.ts';
import { silenceTimer } from '../node/silenceTimer.ts';
import { OK, statusText, UNKNOWN_COMMAND } from './commandStatus.ts';
import './pduBytes.ts';
import type { SmppAddress } from './smppAddress.ts';

/** The link broke, or no answer came: whether the request was carried out is unknown. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}

/** One bound connection to the carrier. */
export interface SmppLink {
  /** Aborts when the connection is closed, or the carrier unbinds. */
  readonly lost: AbortSignal;
  /** @throws LinkLost */
  request(command: string, fields?: Readonly<Record<string, unknown>>): Promise<Pdu>;
  respond(pdu: Pdu, status: number): void;
  /** Unbinds (SMPP 3.4, 4.2) and closes. */
  unbind(): Promise<void>;
  destroy(): void;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** An end does not wait longer than this, since the whole process has a bound for its end. */
const UNBIND_MS = 2_000;
/** For the carrier to close the connection after its own unbind; answers that it owes may come until then. */
const UNBOUND_MS = 1_000;
/** The package ends a bind above 16 KB, and a message_payload alone may have 64 KB (SMPP 3.4, 5.3.2.32). */
PDU.maxLength = 131_072;
/** SMPP 3.4 as a version number. */
const INTERFACE_VERSION = 0x34;

/**
 * Connects and binds as a transceiver (SMPP 3.4, 4.1.5). `onDeliver` gets each `deliver_sm` and `data_sm`. When the
 * signal aborts before the bind is answered, the connection is closed at once.
 * @throws Error with the carrier's answer; never with the password
 */
export async function openLink(
  address: SmppAddress,
  clock: Clock,
  onDeliver: (pdu: Pdu, link: SmppLink) => void,
  signal: AbortSignal,
): Promise<SmppLink> {
  const { host, port, tls } = address;
  const socket = tls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  const stop = () => socket.destroy(new Error('closed before it was bound'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await connected(socket, tls ? 'secureConnect' : 'connect');
    const link = linkOver(socket, clock, onDeliver);
    await bind(link, address);
    void keptAlive(link, address.enquireLinkMs, clock);
    return link;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function linkOver(socket: Socket, clock: Clock, onDeliver: (pdu: Pdu, link: SmppLink) => void): SmppLink {
  const session = new Session({ socket });
  const lost = new AbortController();
  const closed = new AbortController();
  session.on('close', () => {
    closed.abort();
    lost.abort();
  });
  session.on('error', () => session.destroy());
  const ask = async (pdu: PDU, waitMs: number) => {
    if (lost.signal.aborted) throw new LinkLost('the link is closed');
    return answered(session, closed.signal, clock, pdu, waitMs);
  };
  const link: SmppLink = {
    lost: lost.signal,
    request: (command, fields) => ask(new PDU(command, fields), ANSWER_MS),
    respond: (pdu, command_status) => {
      session.send(pdu.response({ command_status }));
    },
    async unbind() {
      await ask(new PDU('unbind'), UNBIND_MS).catch(() => {});
      session.destroy();
    },
    destroy: () => session.destroy(),
  };
  for (const command of ['deliver_sm', 'data_sm']) session.on(command, (pdu: Pdu) => onDeliver(pdu, link));
  session.on('enquire_link', (pdu: Pdu) => link.respond(pdu, OK));
  // Without an answer the carrier would wait for it, and end the bind.
  const refuse = (pdu: Pdu) => {
    if (!pdu.isResponse()) link.respond(pdu, UNKNOWN_COMMAND);
  };
  session.on('unknown', refuse);
  session.on('unbind', (pdu: Pdu) => {
    link.respond(pdu, OK);
    lost.abort();
    session.close();
    void clock.sleep(UNBOUND_MS, closed.signal).then(() => session.destroy());
  });
  return link;
}

async function bind(link: SmppLink, { systemId, password, systemType }: SmppAddress): Promise<void> {
  const { command_status } = await link.request('bind_transceiver', {
    system_id: systemId,
    password,
    system_type: systemType,
    interface_version: INTERFACE_VERSION,
  });
  if (command_status !== OK) throw new Error(`the bind was refused: ${statusText(command_status)}`);
}

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = silenceTimer(CONNECT_MS, () => socket.destroy(new Error('no connection in time')));
    socket.once('error', reject);
    socket.once(event, () => {
      timer.clear();
      resolve();
    });
    socket.once('close', timer.clear);
  });
}

async function answered(
  session: Session,
  closed: AbortSignal,
  clock: Clock,
  pdu: PDU,
  waitMs: number,
): Promise<Pdu> {
  const waiting = new AbortController();
  const gone = () => waiting.abort();
  closed.addEventListener('abort', gone, { once: true });
  let answer: Pdu | null = null;
  const isSent = session.send(pdu, (got) => {
    answer = got;
    waiting.abort();
  });
  if (isSent) await clock.sleep(waitMs, waiting.signal);
  // A stall of our own event loop ends the wait before an answer that has arrived is read: two turns, as in `silenceTimer`.
  for (let turns = 0; isSent && turns < 2 && !waiting.signal.aborted; turns++) await clock.turn();
  closed.removeEventListener('abort', gone);
  // The package would hold the callback of a missing answer until the session ends.
  delete session._callbacks[pdu.sequence_number];
  if (answer === null)
    throw new LinkLost(closed.aborted ? 'the link broke before the answer' : 'no answer in time');
  return answer;
}

/** Asks the carrier regularly whether it is alive, and closes the connection when it is not (SMPP 3.4, 4.11). */
async function keptAlive(link: SmppLink, everyMs: number, clock: Clock): Promise<void> {
  while (!link.lost.aborted) {
    await clock.sleep(everyMs, link.lost);
    if (link.lost.aborted) return;
    await link.request('enquire_link').catch(() => link.destroy());
  }
}
