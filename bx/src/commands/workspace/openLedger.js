// src/commands/workspace/openLedger.ts
import { LEDGER_STREAM } from "../../events/ledger.js";
import { foldStream, handle } from "../kernel/decider.js";
var MasterKeyRefused = class extends Error {
  name = "MasterKeyRefused";
};
var otherKey = (ledgerId) => new MasterKeyRefused(
  `the master key is not the one of ledger ${ledgerId}: nothing was sealed or written. Set POSTLEDGER_MASTER_KEY to that key, or put its file back as \`master.key\` in the data folder (operations.md, 'Backup and restore'); to replace it, set POSTLEDGER_MASTER_KEY_PREVIOUS to the previous key.`
);
var unusedKey = () => new MasterKeyRefused(
  "no service was started with the new master key yet: start every process again with POSTLEDGER_MASTER_KEY and POSTLEDGER_MASTER_KEY_PREVIOUS, then run this; nothing was sealed or written."
);
var KEY_CHECK = "ledger key check";
var ledgerDecider = {
  initial: null,
  evolve: (state, { type, data }) => type === "LedgerOpened" ? data : state && { ...state, ...data },
  decide({ opening, renewCheck }, state) {
    if (state === null) return [{ type: "LedgerOpened", data: opening }];
    const keyCheck = renewCheck(state);
    return keyCheck === null ? [] : [{ type: "MasterKeyChanged", data: { keyCheck } }];
  }
};
async function openLedger(ledger, secrets) {
  const ledgerId = ledger.ids.uuid();
  const origin = { workspace: "", actor: "operator", correlation: ledger.ids.uuid(), causation: null };
  await handle(ledger, origin, LEDGER_STREAM, ledgerDecider, {
    opening: { ledgerId, keyCheck: secrets.seal(ledgerId, KEY_CHECK) },
    renewCheck: (opened) => renewedCheck(opened, secrets)
  });
}
async function masterKeyChangedAt(store, secrets) {
  const events = await store.readStream(LEDGER_STREAM);
  const opened = foldStream(ledgerDecider, events);
  const isPresent = opened !== null && renewedCheck(opened, secrets) === null;
  return isPresent ? events.at(-1)?.metadata.at ?? null : null;
}
async function refuseUnusedKey(store, secrets) {
  const changedAt = await masterKeyChangedAt(store, secrets);
  if (changedAt === null && await ledgerIdOf(store) !== null) throw unusedKey();
}
async function ledgerOpened(store) {
  const [opened] = await store.readStream(LEDGER_STREAM, { limit: 1 });
  if (opened === void 0) return null;
  return { ledgerId: opened.data.ledgerId, atMs: Date.parse(opened.metadata.at) };
}
var ledgerIdOf = async (store) => (await ledgerOpened(store))?.ledgerId ?? null;
function renewedCheck({ ledgerId, keyCheck }, secrets) {
  try {
    return secrets.renew(keyCheck, KEY_CHECK);
  } catch (error) {
    throw error instanceof MasterKeyRefused ? error : otherKey(ledgerId);
  }
}
export {
  MasterKeyRefused,
  ledgerIdOf,
  ledgerOpened,
  masterKeyChangedAt,
  openLedger,
  refuseUnusedKey,
  unusedKey
};
//# sourceMappingURL=openLedger.js.map
