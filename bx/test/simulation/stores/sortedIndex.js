// test/simulation/stores/sortedIndex.ts
function sortedIndex(fields) {
  const entries = [];
  const placeOf = ({ key, document }) => {
    const place = [];
    for (const field of fields) {
      const value = document[field];
      if (value === void 0 || value === null) return null;
      place.push(value);
    }
    place.push(key);
    return place;
  };
  const search = (wanted, isAfter) => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = low + high >> 1;
      const order = orderOf(entries[middle]?.place ?? [], wanted);
      if (order < 0 || isAfter && order === 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    put(row) {
      const place = placeOf(row);
      if (place !== null) entries.splice(search(place, false), 0, { place, row });
    },
    remove(row) {
      const place = placeOf(row);
      if (place !== null) entries.splice(search(place, false), 1);
    },
    rows({ equals = [], from, to, after, descending = false, limit }) {
      let low = search(from === void 0 ? equals : [...equals, from], false);
      let high = search(to === void 0 ? equals : [...equals, to], true);
      if (after !== void 0) {
        const place = [...after.values, after.key];
        if (descending) high = Math.min(high, search(place, false));
        else low = Math.max(low, search(place, true));
      }
      const found = descending ? entries.slice(Math.max(low, high - limit), high).reverse() : entries.slice(low, Math.min(high, low + limit));
      return found.map(({ row }) => row);
    }
  };
}
function orderOf(one, other) {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const order = order2(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}
function order2(one, other) {
  if (one === other || one === void 0 || other === void 0) return 0;
  if (typeof one === "string" && typeof other === "string" && (isWide(one) || isWide(other)))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
var isWide = (text) => /[\ud800-\uffff]/.test(text);
export {
  sortedIndex
};
//# sourceMappingURL=sortedIndex.js.map
