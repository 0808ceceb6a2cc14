/** Name resolution, apart from posting: the check of a webhook url when it is registered. */
export interface Resolver {
  /**
   * Every address (IPv4 and IPv6) of the name, never some of them: before connecting, each is asked about. Rejects when it
   * does not resolve within the time limit, or has more addresses than the adapter is willing to give.
   */
  resolve(hostname: string): Promise<readonly string[]>;
}
