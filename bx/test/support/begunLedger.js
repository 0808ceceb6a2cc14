// test/support/begunLedger.ts
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { readSettings } from "../../src/config.js";
import { openLedgerPorts } from "../../src/main/ledgerPorts.js";
async function begunLedger(env) {
  const { store, clock, ids, secrets, close } = await openLedgerPorts(readSettings(env), "silent");
  try {
    await openLedger({ store, clock, ids }, secrets);
  } finally {
    await close();
  }
}
export {
  begunLedger
};
//# sourceMappingURL=begunLedger.js.map
