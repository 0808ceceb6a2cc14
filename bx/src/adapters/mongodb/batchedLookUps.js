// src/adapters/mongodb/batchedLookUps.ts
var MAX_KEYS_PER_QUERY = 1e3;
function batchedLookUps(query, keyOf) {
  let waiting = [];
  let running = false;
  const take = () => {
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
  return (keys) => new Promise((resolve, reject) => {
    waiting.push({ keys, resolve, reject });
    if (!running) void run();
  });
}
export {
  MAX_KEYS_PER_QUERY,
  batchedLookUps
};
//# sourceMappingURL=batchedLookUps.js.map
