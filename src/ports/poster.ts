export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole attempt: name, connection, TLS, answer. */
  readonly timeoutMs: number;
}

/** `reason` is one of a few stable words, with nothing of the request in it. */
export type PostOutcome =
  | { readonly outcome: 'answered'; readonly status: number }
  | {
      readonly outcome: 'failed';
      readonly reason: 'timeout' | 'address_refused' | 'dns' | 'connect' | 'tls' | 'protocol' | 'aborted';
      readonly detail: string;
    };

/** One HTTP POST to a customer: no redirects, refused addresses never spoken to. Never rejects for what a peer does. */
export interface Poster {
  post(request: PostRequest, signal?: AbortSignal): Promise<PostOutcome>;
  close(): Promise<void>;
}
