// src/projections/ledgerOfReadModels.ts
import { LEDGER_STREAM } from "../events/ledger.js";
var ReadModelsRefused = class extends Error {
  name = "ReadModelsRefused";
  constructor(theirs, ours) {
    super(
      `the read models are those of ledger ${theirs}, and the log is ledger ${ours}: set the address or the data folder that belongs to this log; or stop every process and drop every collection of the documents but blobs.* (embedded: move read-models.sqlite away), and start again, which folds them again.`
    );
  }
};
async function refuseOtherLedger(documents, store) {
  const [opened] = await store.readStream(LEDGER_STREAM, { limit: 1 });
  if (opened === void 0) return;
  const { ledgerId } = opened.data;
  const known = await documents.collection({ name: "ledger", indexes: {} });
  const stored = await known.get(LEDGER_STREAM);
  if (stored === null)
    await known.writeMany([{ key: LEDGER_STREAM, position: opened.position, document: { ledgerId } }]);
  else if (stored.document.ledgerId !== ledgerId)
    throw new ReadModelsRefused(stored.document.ledgerId, ledgerId);
}
export {
  refuseOtherLedger
};
//# sourceMappingURL=ledgerOfReadModels.js.map
