// test/simulation/stores/frozen.ts
function frozen(value) {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
function frozenCopy(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((part) => frozenCopy(part ?? null)));
  const copy = {};
  for (const [name, part] of Object.entries(value)) if (part !== void 0) copy[name] = frozenCopy(part);
  return Object.freeze(copy);
}
export {
  frozen,
  frozenCopy
};
//# sourceMappingURL=frozen.js.map
