/** Name resolution, apart from posting: the check of a webhook url when it is registered. */
export interface Resolver {
  /** Every address (IPv4 and IPv6) of the name; rejects when it does not resolve within the time limit. */
  resolve(hostname: string): Promise<readonly string[]>;
}
