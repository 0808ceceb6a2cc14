// src/sender/chance.ts
var BITS = 2 ** 32;
function between(ids, low, high) {
  return low + ids.randomBytes(4).readUInt32BE() / BITS * (high - low);
}
export {
  between
};
//# sourceMappingURL=chance.js.map
