// src/sender/forEachOf.ts
async function forEachOf(items, concurrency, signal, work) {
  const queue = items[Symbol.iterator]();
  const faults = [];
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
export {
  forEachOf
};
//# sourceMappingURL=forEachOf.js.map
