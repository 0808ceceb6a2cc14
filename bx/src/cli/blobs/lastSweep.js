// src/cli/blobs/lastSweep.ts
var KEY = "blobs";
async function lastSweep(documents) {
  return (await (await notes(documents)).get(KEY))?.document ?? null;
}
async function noteSweep(documents, position, sweep) {
  await (await notes(documents)).writeMany([{ key: KEY, position, document: sweep }]);
}
function notes(documents) {
  return documents.collection({ name: "sweeps", indexes: {} });
}
export {
  lastSweep,
  noteSweep
};
//# sourceMappingURL=lastSweep.js.map
