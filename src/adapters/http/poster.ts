import { setMaxListeners } from 'node:events';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Poster, PostOutcome, PostRequest } from '../../ports/poster.ts';
import type { Resolver } from '../../ports/resolver.ts';
import { allowedAddresses, cachedLookUps } from './addresses.ts';
import { type AttemptDeadline, AttemptFailed, deadline } from './attempt.ts';
import { connectReceiver, type ReceiverConnection } from './connection.ts';
import { connectTurns } from './connectTurns.ts';
import { type Exchange, exchange } from './exchange.ts';
import { idleConnections } from './idleConnections.ts';

export interface PosterOptions {
  readonly resolver: Resolver;
  /** The guard: asked about every address before it is spoken to. */
  readonly addressAllowed: (address: string) => boolean;
  /** Certificates (PEM) trusted beside the usual ones; NODE_EXTRA_CA_CERTS does the same from outside. */
  readonly ca?: readonly string[];
  /** Time that passes, for what is kept: names for 30 s, connections for a minute. */
  readonly monotonicMs?: () => number;
}

const REQUEST_TIMEOUT = 408;

/**
 * Posts over HTTPS with certificates verified, redirects not followed, and one timer over everything: name,
 * connection, TLS, request and answer. When the time is over the socket is destroyed, whatever it was doing.
 */
export function httpPoster(options: PosterOptions): Poster {
  const { addressAllowed, ca, monotonicMs = () => performance.now() } = options;
  // Made once: reading the root certificates takes milliseconds.
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca: [...rootCertificates, ...ca] }),
  });
  const resolver = cachedLookUps(options.resolver, monotonicMs);
  const idle = idleConnections(monotonicMs);
  const urls = parsedUrls();
  const connects = connectTurns();
  const stopped = new AbortController();
  // Every attempt under way listens to it.
  setMaxListeners(0, stopped.signal);

  /**
   * The name is looked up and the guard asked first, whatever is kept. On a kept connection then: when that turns out
   * to be dead, or timed out at the other end (RFC 9110 section 15.5.9), the request goes once more, on a fresh one.
   */
  const attempt = async (url: URL, request: PostRequest, time: AttemptDeadline): Promise<PostOutcome> => {
    const addresses = await allowedAddresses(url, { resolver, addressAllowed }, time);
    const kept = idle.take(url.origin, addresses);
    if (kept !== undefined) {
      const answer = await exchange(kept, url, request, time).catch(staleOrThrow(time));
      if (answer !== null && answer.status !== REQUEST_TIMEOUT) return answered(url, kept, answer);
      kept.destroy();
    }
    await connects.next();
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
      const url = urls.of(request.url);
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

/** Urls that are kept, read once; beyond so many all are read anew. */
const MAX_URLS = 1_024;

function parsedUrls() {
  const known = new Map<string, URL>();
  return {
    /** Null for what is none. Nobody changes the url. */
    of(text: string): URL | null {
      const before = known.get(text);
      if (before !== undefined) return before;
      if (!URL.canParse(text)) return null;
      if (known.size === MAX_URLS) known.clear();
      const url = new URL(text);
      known.set(text, url);
      return url;
    },
  };
}

/** Null for a connection that the peer had ended; what the end of the time destroyed is not that: nothing more goes out. */
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
