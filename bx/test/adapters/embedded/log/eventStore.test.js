// test/adapters/embedded/log/eventStore.test.ts
import { join } from "node:path";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { eventStoreContract } from "../../../contract/eventStore.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
eventStoreContract("embedded", async () => {
  const folder = temporaryFolder();
  const opened = /* @__PURE__ */ new Set();
  const open = async () => {
    const store = await embeddedEventStore(join(folder.path, "log"), { log: quietLog });
    opened.add(store);
    return store;
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
      await Promise.all([...opened].map((store) => store.close()));
      folder.remove();
    }
  };
});
//# sourceMappingURL=eventStore.test.js.map
