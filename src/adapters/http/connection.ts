import { isIP, type LookupFunction } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { hostOf } from './addresses.ts';
import { type AttemptDeadline, AttemptFailed } from './attempt.ts';
import { attemptFailed, type Stage } from './failureReason.ts';
import { withoutInterimAnswers } from './interimAnswers.ts';

export interface ConnectionDependencies {
  readonly secureContext: SecureContext;
  readonly monotonicMs: () => number;
}

/** An open TLS connection to one origin, with an HTTP/1.1 client on it that never opens another. */
export interface ReceiverConnection {
  readonly client: Client;
  /** To be called before each request. */
  readonly expectAnswer: () => void;
  /** The address of the receiver. */
  readonly address: string;
  /** By the monotonic clock. */
  readonly openedAtMs: number;
  readonly isOpen: () => boolean;
  /** What the socket failed with, if it did: the client reports only that it is closed. */
  readonly fault: () => Error | null;
  /** Resolves when the connection is closed, by either end. */
  readonly closed: Promise<void>;
  destroy(): void;
}

/** How long one of several addresses is tried before the next one is. */
const ADDRESS_ATTEMPT_MS = 1_000;
/** An unused connection is closed after this; receivers commonly close theirs after 5 s. */
const IDLE_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Connects to one of the addresses that the guard checked, and to no other: a name that resolves differently a moment
 * later changes nothing.
 * @throws AttemptFailed
 */
export async function connectReceiver(
  url: URL,
  addresses: readonly string[],
  { secureContext, monotonicMs }: ConnectionDependencies,
  deadline: AttemptDeadline,
): Promise<ReceiverConnection> {
  const openedAtMs = monotonicMs();
  const socket = await connectTo(url, addresses, secureContext, deadline);
  return clientOn(url.origin, socket, openedAtMs);
}

function connectTo(
  url: URL,
  addresses: readonly string[],
  secureContext: SecureContext,
  deadline: AttemptDeadline,
): Promise<TLSSocket> {
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: url.port === '' ? 443 : Number(url.port),
      // Server name indication takes names only (RFC 6066 section 3); certificates are checked against `host` anyway.
      servername: isIP(host) === 0 ? host : '',
      secureContext,
      // Set here, so that no environment variable can switch off the check of certificates.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      lookup: pinnedTo(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    };
    const socket = connect(options);
    let stage: Stage = 'connecting';
    const unsubscribe = deadline.onOver(() => socket.destroy());
    socket.once('connect', () => {
      stage = 'handshake';
    });
    // Never removed: an error of a socket without a listener would end the process.
    socket.on('error', (error) => {
      reject(attemptFailed(stage, error));
    });
    socket.once('close', () => {
      unsubscribe();
      reject(new AttemptFailed('reset', 'closed'));
    });
    socket.once('secureConnect', () => {
      unsubscribe();
      resolve(socket);
    });
  });
}

/** Answers with the addresses that were checked, without another look-up. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, found);
    const [first] = found;
    callback(null, first?.address ?? '', first?.family);
  };
}

function clientOn(origin: string, socket: TLSSocket, openedAtMs: number): ReceiverConnection {
  const address = socket.remoteAddress ?? '';
  const expectAnswer = withoutInterimAnswers(socket, MAX_HEADER_BYTES);
  let handedOver = false;
  const client = new Client(origin, {
    connect: (_options, callback) => {
      // The client expects the answer after its own call.
      queueMicrotask(() => {
        if (handedOver || socket.destroyed) return callback(new AttemptFailed('reset', 'closed'), null);
        handedOver = true;
        callback(null, socket);
      });
    },
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // Only the deadline of the attempt counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  socket.setNoDelay(true);
  const destroy = () => {
    socket.destroy();
    client.destroy().catch(() => {});
  };
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  let fault: Error | null = null;
  socket.once('error', (error) => {
    fault = error;
  });
  const isOpen = () => !socket.destroyed && !client.destroyed;
  return { client, expectAnswer, address, openedAtMs, closed, isOpen, fault: () => fault, destroy };
}
