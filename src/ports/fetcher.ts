export interface Fetched {
  readonly status: number;
  /** As UTF-8. */
  readonly body: string;
}

/** One HTTPS GET of an address that the caller has checked: no redirects. */
export interface Fetcher {
  /** Rejects when there is no complete answer in time, or it is longer than `maxBytes`. */
  get(url: string, limits: { readonly timeoutMs: number; readonly maxBytes: number }): Promise<Fetched>;
}
