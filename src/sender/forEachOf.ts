/**
 * Does the work for every item, at most `concurrency` at once, and rejects with the first fault once all that was
 * begun has ended. False when the signal aborted before every item was begun.
 */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<boolean> {
  const queue = items[Symbol.iterator]();
  const faults: unknown[] = [];
  let done = false;
  const lane = async () => {
    while (!signal.aborted && faults.length === 0) {
      const next = queue.next();
      done ||= next.done === true;
      if (next.done) return;
      try {
        await work(next.value);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (faults.length > 0) throw faults[0];
  return done;
}
