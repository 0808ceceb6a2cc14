export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole attempt: name, connection, TLS, answer. */
  readonly timeoutMs: number;
}

/**
 * Why there was no answer. `timeout`: the time was over; `dns`: the name has no address; `address_refused`: the guard
 * refused one; `refused`: every address refused the connection; `connect`: none could be reached; `tls`: no handshake,
 * or a certificate that is not trusted; `reset`: the peer closed the connection before it answered; `protocol`: the
 * answer is not HTTP/1.1; `aborted`: the caller or the service stopped waiting.
 */
export type PostFailureReason =
  | 'timeout'
  | 'dns'
  | 'address_refused'
  | 'refused'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'aborted';

/**
 * `body`: the first 2 KB of the answer's body, as far as they arrived in time, read as UTF-8 and never decompressed.
 * `detail`: for the operator's log, a code or a few words without contents of request or answer.
 */
export type PostOutcome =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string }
  | { readonly outcome: 'failed'; readonly reason: PostFailureReason; readonly detail: string };

/** One HTTP POST to a customer: no redirects, no connection to refused addresses. Never rejects because of the peer. */
export interface Poster {
  post(request: PostRequest, signal?: AbortSignal): Promise<PostOutcome>;
  close(): Promise<void>;
}
