/** A database that is used over the network: a server of the tests, or one that runs already. */
export interface RunningServer {
  readonly url: string;
  /** Ends a server of the tests; leaves any other. */
  stop(): Promise<void>;
}

/** The server that MONGODB_TEST_URL names, for suites that neither kill nor fail it; null where it names none. */
export function runningMongo(): RunningServer | null {
  const url = process.env.MONGODB_TEST_URL;
  return url === undefined || url === '' ? null : { url, stop: async () => {} };
}

/** The address of a database on a server; what stands behind the server's hosts stays as it is. */
export function databaseAt(url: string, name: string): string {
  const [, hosts = '', query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${hosts}/${name}${query}`;
}
