// test/simulation/planted/fault.ts
function fault(name, from, file, find, by) {
  return { name, from, file, edits: [{ find, by }] };
}
export {
  fault
};
//# sourceMappingURL=fault.js.map
