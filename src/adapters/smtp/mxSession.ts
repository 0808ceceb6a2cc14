import type { Socket } from 'node:net';
import mxConnect from 'mx-connect';
import { sessionFault } from './failure.ts';
import { guardedLookup, type MxLookup, notPublic } from './mxLookup.ts';
import { openSession, type SessionOptions, type SmtpFailure, type SmtpSession } from './smtpSession.ts';

export interface MxSessionOptions {
  readonly lookup: MxLookup;
  readonly addressAllowed: (address: string) => boolean;
  readonly port: number;
  /** Our name in EHLO; when absent the machine's name. */
  readonly name?: string | undefined;
  readonly connectMs: number;
  readonly silenceMs: number;
}

/** Hosts of a destination that are tried before it rests for a while. */
const MAX_HOSTS = 6;

/**
 * A session with the first host of a domain that accepts it: by preference (RFC 5321 section 5.1), each of its addresses,
 * encrypted where that works (RFC 7435). A host that greets with a refusal is skipped like a host that does not answer.
 * @throws an error of mx-connect (`category` is `dns` or `network`), or the SmtpFailure of the last host
 */
export async function openMxSession(domain: string, options: MxSessionOptions): Promise<SmtpSession> {
  const refused: string[] = [];
  for (let last: SmtpFailure | null = null; ; ) {
    const others = last === null ? {} : { ignoreMXHosts: [...refused], mxLastError: last };
    const { socket, hostname, host } = await connect(domain, options, others);
    try {
      return await openSession(over(socket, hostname, options, 'offered'));
    } catch (error) {
      socket.destroy();
      last = error as SmtpFailure;
      const again =
        sessionFault(last).trouble === 'tls' ? await unencrypted(domain, hostname, host, options) : null;
      if (again !== null) return again;
      refused.push(host);
      if (refused.length === MAX_HOSTS) throw last;
    }
  }
}

function over(
  socket: Socket,
  host: string,
  { port, name, connectMs, silenceMs }: MxSessionOptions,
  startTls: SessionOptions['startTls'],
): SessionOptions {
  return {
    host,
    port,
    socket,
    implicitTls: false,
    startTls,
    // Since an unencrypted connection is accepted too, the certificate is not checked.
    tls: { rejectUnauthorized: false },
    login: null,
    name,
    connectMs,
    silenceMs,
  };
}

type Connected = Awaited<ReturnType<typeof mxConnect>>;
type Choice = Pick<Parameters<typeof mxConnect>[0], 'mx' | 'ignoreMXHosts' | 'mxLastError'>;

function connect(
  domain: string,
  { lookup, addressAllowed, port, connectMs }: MxSessionOptions,
  choice: Choice,
): Promise<Connected> {
  const isStrict = !addressAllowed('127.0.0.1');
  return mxConnect({
    target: domain,
    port,
    maxConnectTime: connectMs,
    dnsOptions: {
      resolveRecords: guardedLookup(lookup, addressAllowed),
      blockLocalAddresses: isStrict,
      blockReservedNetworks: isStrict,
    },
    // A second check: a record may contain an address in place of a name, which is not looked up.
    connectHook: (_, { host }, done) => done(addressAllowed(host) ? undefined : notPublic(host)),
    ...choice,
  });
}

/** The same host without TLS; null when it does not take that either. */
async function unencrypted(
  domain: string,
  exchange: string,
  host: string,
  options: MxSessionOptions,
): Promise<SmtpSession | null> {
  try {
    const addresses = host.includes(':') ? { AAAA: [host] } : { A: [host] };
    const { socket } = await connect(domain, options, { mx: [{ exchange, priority: 0, ...addresses }] });
    return await openSession(over(socket, exchange, options, 'ignored'));
  } catch {
    return null;
  }
}
