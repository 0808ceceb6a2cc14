import { setMaxListeners } from 'node:events';
import { createSecureContext, rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Poster, PostOutcome, PostRequest } from '../../ports/poster.ts';
import type { Resolver } from '../../ports/resolver.ts';
import { allowedAddresses, cachedLookUps } from './addresses.ts';
import { type AttemptDeadline, AttemptFailed, deadline } from './attempt.ts';
import { connectReceiver, type ReceiverConnection } from './connection.ts';
import { connectTurns } from './connectTurns.ts';
import { type Exchange, exchange } from './exchange.ts';
import { idleConnections } from './idleConnections.ts';

export interface PosterDependencies {
  readonly resolver: Resolver;
  /** The guard: asked about every address before a connection is made to it. */
  readonly addressAllowed: (address: string) => boolean;
  /** The clock of the caches: names for 30 s, connections for a minute. */
  readonly monotonicMs?: () => number;
}

export interface PosterOptions {
  /** Certificates (PEM) trusted besides the usual ones; NODE_EXTRA_CA_CERTS does the same from outside. */
  readonly ca?: readonly string[];
}

const REQUEST_TIMEOUT = 408;
/** Urls that are parsed once and cached. */
const MAX_URLS = 1_024;

/**
 * Posts over HTTPS with certificates verified, redirects not followed, and one timer over everything: name,
 * connection, TLS, request and answer. When the time is over the socket is destroyed.
 */
export function httpPoster({ ca, ...dependencies }: PosterDependencies & PosterOptions): Poster {
  const { addressAllowed, monotonicMs = () => performance.now() } = dependencies;
  // Created once: reading the root certificates takes milliseconds.
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca: [...rootCertificates, ...ca] }),
  });
  const resolver = cachedLookUps(dependencies.resolver, monotonicMs);
  const idle = idleConnections(monotonicMs);
  const urls = new LRUCache<string, URL>({ max: MAX_URLS, memoMethod: (text) => new URL(text) });
  const nextTurn = connectTurns();
  const stopped = new AbortController();
  // Every attempt in flight listens to it.
  setMaxListeners(0, stopped.signal);

  /**
   * The name is looked up and the guard asked first, also when a connection is open. Then an idle connection is used: when
   * it is dead, or timed out at the other end (RFC 9110 section 15.5.9), the request is sent again on a fresh one.
   */
  const attempt = async (url: URL, request: PostRequest, time: AttemptDeadline): Promise<PostOutcome> => {
    const addresses = await allowedAddresses(url, { resolver, addressAllowed }, time);
    const open = idle.take(url.origin, addresses);
    if (open !== undefined) {
      const answer = await exchange(open, url, request, time).catch(staleOrThrow(time));
      if (answer !== null && answer.status !== REQUEST_TIMEOUT) return answered(url, open, answer);
      open.destroy();
    }
    await nextTurn();
    const fresh = await connectReceiver(url, addresses, { secureContext, monotonicMs }, time);
    return answered(url, fresh, await exchange(fresh, url, request, time));
  };

  const answered = (
    url: URL,
    connection: ReceiverConnection,
    { status, body, reusable }: Exchange,
  ): PostOutcome => {
    if (reusable) idle.give(url.origin, connection);
    return { outcome: 'answered', status, body };
  };

  return {
    async post(request, signal) {
      const url = URL.canParse(request.url) ? urls.memo(request.url) : null;
      if (url?.protocol !== 'https:') return failed('protocol', 'not an https url');
      const time = deadline(request.timeoutMs, signal, stopped.signal);
      try {
        return await Promise.race([attempt(url, request, time), time.over]);
      } catch (error) {
        if (error instanceof AttemptFailed) return failed(error.reason, error.detail);
        return failed('protocol', error instanceof Error ? error.name : 'unknown');
      } finally {
        time.clear();
      }
    },
    async close() {
      stopped.abort();
      idle.close();
    },
  };
}

/** Null for a connection that the peer had ended; other errors, and those after the deadline, are thrown: nothing is sent again. */
function staleOrThrow(time: AttemptDeadline): (error: unknown) => null {
  return (error) => {
    if (error instanceof AttemptFailed && error.reason === 'reset' && !time.isOver()) return null;
    throw error;
  };
}

const failed = (reason: AttemptFailed['reason'], detail: string): PostOutcome => ({
  outcome: 'failed',
  reason,
  detail,
});
