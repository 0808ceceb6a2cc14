// src/cli/ledgerKeys.ts
import { MasterKeyRefused, refuseUnusedKey } from "../commands/workspace/openLedger.js";
import { LogDamaged } from "../ports/eventStore.js";
async function ledgerKeys({
  ledger,
  secrets,
  tokens
}) {
  try {
    await refuseUnusedKey(ledger.store, secrets);
  } catch (error) {
    if (error instanceof MasterKeyRefused) return refusing(error);
    if (!(error instanceof LogDamaged)) throw error;
  }
  return { secrets, tokens };
}
function refusing(fault) {
  const refuse = () => {
    throw fault;
  };
  return {
    secrets: { seal: refuse, open: refuse, renew: refuse },
    tokens: { sign: refuse, open: refuse }
  };
}
export {
  ledgerKeys
};
//# sourceMappingURL=ledgerKeys.js.map
