// test/faults/ledgerWriter.ts
import { saveContact } from "../../src/commands/email/saveContact.js";
import { decideSuppression } from "../../src/commands/email/suppress.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { readSettings } from "../../src/config.js";
import { BEGINNING } from "../../src/events/event.js";
import { firstStart } from "../../src/main/firstStart.js";
import { openLedgerPorts } from "../../src/main/ledgerPorts.js";
import { openReadModels, projectionsFor } from "../../src/projections/readModels.js";
import { eventually } from "../e2e/eventually.js";
var IN_FLIGHT = 512;
var PATIENCE_MS = 9e4;
async function ledgerWriter(data) {
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
  const ledger = { store: ports.store, clock: ports.clock, ids: ports.ids };
  await openLedger(ledger, ports.secrets);
  const first = await firstStart(ledger);
  if (first === null) throw new Error("the folder holds a ledger already");
  const [opened] = (await ports.store.readAll({ after: BEGINNING, limit: 1, types: ["WorkspaceOpened"] })).events;
  const workspace = opened?.metadata.workspace ?? "";
  const origin = { workspace, actor: "operator", correlation: ports.ids.uuid(), causation: null };
  const models = await openReadModels(ports.documents, projectionsFor(1));
  return {
    key: first.key,
    origin,
    async saveContacts(count, contactOf) {
      const ids = new Array(count).fill("");
      await manyAtOnce(count, async (n) => {
        ids[n] = (await saveContact(ledger, origin, { ...contactOf(n), firstName: `N${n}` })).contactId;
      });
      return ids;
    },
    suppress: (addresses) => manyAtOnce(addresses.length, async (n) => {
      const command = { do: "add", address: addresses[n] ?? "", reason: "test" };
      await decideSuppression(ledger, origin, command);
    }),
    async projected(contactIds) {
      const known = async () => {
        if (await models.apiKeys.get(first.id) === null) return false;
        const found = await models.contacts.getMany(contactIds.slice(-IN_FLIGHT * 2));
        return found.size === Math.min(contactIds.length, IN_FLIGHT * 2);
      };
      await eventually("the contacts are in the read model", known, PATIENCE_MS);
    },
    close: () => ports.close()
  };
}
async function manyAtOnce(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, count) }, worker));
}
export {
  ledgerWriter
};
//# sourceMappingURL=ledgerWriter.js.map
