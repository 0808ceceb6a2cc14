/** Name resolution, separate from posting: for the check of a webhook url when it is registered. */
export interface Resolver {
  /**
   * All addresses (IPv4 and IPv6) of the name: each is checked before connecting. Rejects when the name does not resolve
   * within the time limit, or has more addresses than the adapter allows.
   */
  resolve(hostname: string): Promise<readonly string[]>;
}
