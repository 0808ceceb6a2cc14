// test/simulation/stores/sortedDates.ts
var dueOf = (document) => document.dueAtMs;
function sortedDates() {
  const dates = [];
  const place = (ms) => {
    let [low, high] = [0, dates.length];
    while (low < high) {
      const middle = low + high >> 1;
      if ((dates[middle] ?? 0) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(document) {
      const due = dueOf(document);
      if (due !== void 0) dates.splice(place(due), 0, due);
    },
    remove(document) {
      const due = dueOf(document);
      if (due !== void 0) dates.splice(place(due), 1);
    },
    from: (ms) => dates[place(ms)] ?? null
  };
}
export {
  sortedDates
};
//# sourceMappingURL=sortedDates.js.map
