// src/adapters/outbox/fileMailer.ts
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, removeLeftovers, writeDurably } from "../node/durableFiles.js";
import { sha256Of } from "../node/sha256.js";
function fileMailer(folder) {
  removeLeftovers(folder);
  return {
    route: "outbox",
    async probe() {
      try {
        await makeFolder(folder);
        await access(`${folder}/.`, constants.W_OK);
        return null;
      } catch (error) {
        return unwritable(error);
      }
    },
    restOf: () => null,
    async send({ deliveryId, raw }) {
      const name = `${deliveryId}.eml`;
      try {
        await writeDurably(join(folder, name), raw);
        const handedOver = { sha256: await sha256Of(raw) };
        return { outcome: "submitted", response: `written to ${name}`, handedOver };
      } catch (error) {
        return unwritable(error);
      }
    },
    async close() {
    }
  };
}
function unwritable(error) {
  const diagnostic = `the outbox cannot be written: ${error.code}`;
  return { outcome: "unsent", fault: "route", trouble: "storage", diagnostic };
}
export {
  fileMailer
};
//# sourceMappingURL=fileMailer.js.map
