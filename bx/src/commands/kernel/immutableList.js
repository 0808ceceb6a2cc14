// src/commands/kernel/immutableList.ts
var EMPTY_LIST = { items: [], length: 0 };
function withItem({ items, length }, item) {
  const own = length === 0 || items.length > length ? items.slice(0, length) : items;
  own.push(item);
  return { items: own, length: length + 1 };
}
function itemAt({ items, length }, at) {
  return at < length ? items[at] : void 0;
}
function lastPassing(list, passes) {
  let passing = 0;
  let failing = list.length;
  while (passing < failing) {
    const middle = passing + failing >> 1;
    const item = list.items[middle];
    if (item !== void 0 && passes(item)) passing = middle + 1;
    else failing = middle;
  }
  return itemAt(list, passing - 1);
}
export {
  EMPTY_LIST,
  itemAt,
  lastPassing,
  withItem
};
//# sourceMappingURL=immutableList.js.map
