// src/cli/audit/sealedLedger.ts
import { sealsEnd } from "../../audit/sealStream.js";
import { ledgerIdOf } from "../../commands/workspace/openLedger.js";
import { LogDamaged } from "../../ports/eventStore.js";
import { CliError } from "../cli.js";
async function sealedLedger({
  ledger: { store }
}) {
  const ledgerId = await ledgerIdOf(store);
  const end = await sealsEnd(store);
  if ((ledgerId === null || end.seal === null) && await store.end() === null)
    throw new LogDamaged("its beginning or its seals are lost: run doctor");
  if (ledgerId === null) throw new CliError("the ledger was never opened: start the service once.");
  return { ledgerId, end };
}
function newestSealOf({ seal }) {
  if (seal === null)
    throw new CliError("nothing was sealed yet: a running service seals within a minute of any event.");
  return seal;
}
export {
  newestSealOf,
  sealedLedger
};
//# sourceMappingURL=sealedLedger.js.map
