// test/support/countingReads.ts
function countingReads(store) {
  const counts = { reads: 0, events: 0 };
  const counting = {
    ...store,
    async readStream(...asked) {
      counts.reads += 1;
      const events = await store.readStream(...asked);
      counts.events += events.length;
      return events;
    }
  };
  const during = async (action) => {
    const before = { ...counts };
    await action();
    return { reads: counts.reads - before.reads, events: counts.events - before.events };
  };
  return { store: counting, counts, during };
}
export {
  countingReads
};
//# sourceMappingURL=countingReads.js.map
