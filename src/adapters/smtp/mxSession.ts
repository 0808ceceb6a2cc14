import { connect, type Socket } from 'node:net';
import { silenceTimer } from '../node/silenceTimer.ts';
import { sessionFault } from './failure.ts';
import { addressesOf, type MxAddress, type MxSite, type SiteDependencies } from './mxSite.ts';
import { openSession, type SessionOptions } from './openSession.ts';
import type { SmtpFailure, SmtpSession } from './smtpSession.ts';

export interface MxSessionOptions extends SiteDependencies {
  readonly port: number;
  /** Our name in EHLO; when absent the machine's name. */
  readonly name?: string | undefined;
  /** For each address. */
  readonly connectMs: number;
  /** From the open connection to the answer to EHLO. */
  readonly greetingMs: number;
  readonly silenceMs: number;
}

/** Addresses of a site that are tried before it rests for a while. */
const MAX_ADDRESSES = 6;

/**
 * A session with the first host of a site that accepts it, encrypted where that works (RFC 7435). A host that greets with
 * a refusal is skipped like a host that does not answer.
 * @param without addresses that are not tried
 * @throws LookupFailed, or the SmtpFailure of the last address
 */
export async function openMxSession(
  site: MxSite,
  without: readonly string[],
  options: MxSessionOptions,
): Promise<SmtpSession> {
  let last: Error | null = null;
  let tried = 0;
  for await (const at of addressesOf(site, options)) {
    if (without.includes(at.address)) continue;
    try {
      return await sessionAt(at, options);
    } catch (error) {
      // A machine without IPv6 reaches no such address: that says nothing about the others.
      const isOtherFamily = (error as SmtpFailure).code === 'ENETUNREACH' && at.address.includes(':');
      if (last === null || !isOtherFamily) last = error as Error;
    }
    tried++;
    if (tried === MAX_ADDRESSES) break;
  }
  throw last ?? new Error(`${site.name} has no other host`);
}

async function sessionAt(at: MxAddress, options: MxSessionOptions): Promise<SmtpSession> {
  try {
    return await sessionOver(at, options, 'offered');
  } catch (error) {
    if (sessionFault(error as SmtpFailure).trouble !== 'tls') throw error;
    return sessionOver(at, options, 'ignored').catch(() => {
      throw error;
    });
  }
}

async function sessionOver(
  { host, address }: MxAddress,
  { port, name, connectMs, greetingMs, silenceMs }: MxSessionOptions,
  startTls: SessionOptions['startTls'],
): Promise<SmtpSession> {
  const socket = await connected(address, port, connectMs);
  try {
    return await openSession({
      host,
      port,
      socket,
      implicitTls: false,
      startTls,
      // Since an unencrypted connection is accepted too, the certificate is not checked.
      tls: { rejectUnauthorized: false },
      login: null,
      name,
      connectMs: greetingMs,
      silenceMs,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function connected(address: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const tooLate = () => socket.destroy(new Error(`${address} took too long to answer`));
    const timer = silenceTimer(timeoutMs, tooLate);
    socket.once('connect', () => {
      timer.clear();
      resolve(socket);
    });
    // Never removed: an error without a listener would end the process.
    socket.on('error', (error) => {
      timer.clear();
      reject(error);
    });
  });
}
