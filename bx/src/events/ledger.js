// src/events/ledger.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { Uuid } from "./schema.js";
var ledger = category("ledger", {
  LedgerOpened: {
    v: 1,
    meaning: "The ledger exists from now on. The ids of its workspaces follow from its own.",
    schema: Type.Object({
      ledgerId: Uuid,
      /** The ledger's id, sealed under the master key: another key does not open it. */
      keyCheck: Type.String()
    })
  },
  MasterKeyChanged: {
    v: 1,
    meaning: "Secrets are sealed under another master key from now on.",
    schema: Type.Object({
      /** The ledger's id, sealed under it. */
      keyCheck: Type.String()
    })
  }
});
var LEDGER_STREAM = "ledger";
export {
  LEDGER_STREAM,
  ledger
};
//# sourceMappingURL=ledger.js.map
