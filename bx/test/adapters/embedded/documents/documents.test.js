// test/adapters/embedded/documents/documents.test.ts
import { join } from "node:path";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { documentsContract } from "../../../contract/documents.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { wallClock } from "../../../support/wallClock.js";
documentsContract("embedded", async () => {
  const folder = temporaryFolder();
  const opened = /* @__PURE__ */ new Set();
  const open = async () => {
    const documents = openEmbeddedDocuments(join(folder.path, "documents"), {
      clock: wallClock,
      log: quietLog
    });
    opened.add(documents);
    return documents;
  };
  let subject = await open();
  return {
    subject,
    second: open,
    async reopen() {
      opened.delete(subject);
      await subject.close();
      subject = await open();
      return subject;
    },
    async destroy() {
      await Promise.all([...opened].map((documents) => documents.close()));
      folder.remove();
    }
  };
});
//# sourceMappingURL=documents.test.js.map
