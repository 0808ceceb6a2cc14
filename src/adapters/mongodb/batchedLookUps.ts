/** Keys in one query at most. */
export const MAX_KEYS_PER_QUERY = 1_000;

interface Waiting<Found> {
  readonly keys: readonly string[];
  readonly resolve: (found: readonly Found[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups by key for many callers at once. A query costs the driver and the server about the same for one key as for
 * fifty, and every accepted message asks for a few. Calls that come while a query is under way share the next query.
 * A caller never joins a query that was sent already, and so sees everything written before its call.
 * @param query finds those of the keys that exist, in any order. Its failure also rejects the callers that wait, so
 * that no one waits longer than one deadline.
 */
export function batchedLookUps<Found>(
  query: (keys: readonly string[]) => Promise<readonly Found[]>,
  keyOf: (found: Found) => string,
): (keys: readonly string[]) => Promise<readonly Found[]> {
  let waiting: Waiting<Found>[] = [];
  let running = false;

  const take = (): Waiting<Found>[] => {
    let keys = 0;
    let count = 0;
    for (const { keys: own } of waiting) {
      if (count > 0 && keys + own.length > MAX_KEYS_PER_QUERY) break;
      keys += own.length;
      count++;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  };

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const callers = take();
      try {
        const found = await query([...new Set(callers.flatMap(({ keys }) => keys))]);
        const byKey = new Map(found.map((one) => [keyOf(one), one]));
        for (const { keys, resolve } of callers) resolve(keys.flatMap((key) => byKey.get(key) ?? []));
      } catch (error) {
        const failed = [...callers, ...waiting];
        waiting = [];
        for (const { reject } of failed) reject(error);
      }
    }
    running = false;
  };

  return (keys) =>
    new Promise((resolve, reject) => {
      waiting.push({ keys, resolve, reject });
      if (!running) void run();
    });
}
