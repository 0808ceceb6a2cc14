// test/main/sentUnread.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { readSettings } from "../../src/config.js";
import { BEGINNING } from "../../src/events/event.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { eventually } from "../e2e/eventually.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a process that folds and sends");
var folder = temporaryFolder();
test.after(() => folder.remove());
test("sends a mail without reading its stream again, whose acceptance it has just read", async () => {
  const settings = readSettings({
    ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: "0", POSTLEDGER_LOG_LEVEL: "silent" },
    ...{ POSTLEDGER_ROLES: "api,projector,sender", POSTLEDGER_CONSOLE_PORT: "off" }
  });
  const ports = await openPorts(settings, "silent");
  const { store } = ports;
  const read = [];
  const service = await startService(settings, {
    ...ports,
    store: {
      ...store,
      readStream(stream, options) {
        read.push(stream);
        return store.readStream(stream, options);
      }
    }
  });
  try {
    const headers = {
      authorization: `Bearer ${service.firstKey}`,
      "content-type": "application/json",
      "idempotency-key": "one"
    };
    const mail = { from: "a@b.test", to: "transactional@example.com", subject: "s", text: "t" };
    const request = { method: "POST", headers, body: JSON.stringify(mail) };
    assert.is((await fetch(`${service.url}/v1/emails`, request)).status, 202);
    await eventually(
      "it is sent",
      async () => (await store.readAll({ after: BEGINNING, limit: 100 })).events.some(({ type }) => type === "Delivered")
    );
    assert.equal(
      read.filter((stream) => stream.startsWith("email-")),
      []
    );
  } finally {
    await service.stop();
  }
});
test.run();
//# sourceMappingURL=sentUnread.test.js.map
