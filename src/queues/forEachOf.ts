/**
 * Does the work for every item, at most `concurrency` at once, and rejects with the first fault, of the work or of the items, once all
 * that was begun has ended. False when the signal aborted before every item was begun.
 */
export async function forEachOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const faults: unknown[] = [];
  let done = false;
  const lane = async () => {
    while (signal?.aborted !== true && faults.length === 0) {
      try {
        const next = await queue.next();
        done ||= next.done === true;
        if (next.done || faults.length > 0) return;
        // Also where the signal has aborted meanwhile: what was taken is not taken again.
        await work(next.value);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  await queue.return?.();
  if (faults.length > 0) throw faults[0];
  return done;
}
