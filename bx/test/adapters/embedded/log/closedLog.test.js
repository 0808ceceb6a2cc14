// test/adapters/embedded/log/closedLog.test.ts
import { statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { BEGINNING } from "../../../../src/events/event.js";
import { fill, freshStream } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("a log that was closed");
test("has all its events in the one file: the WAL was copied back", async () => {
  for (let run = 0; run < 3; run++) {
    const folder = temporaryFolder();
    const store = await embeddedEventStore(folder.path, { log: quietLog });
    await fill(store, freshStream(), 200);
    await store.readAll({ after: BEGINNING, limit: 3 });
    await store.close();
    const wal = statSync(join(folder.path, "ledger.sqlite-wal"), { throwIfNoEntry: false });
    assert.is(wal?.size ?? 0, 0, `run ${run}`);
    assert.ok(statSync(join(folder.path, "ledger.sqlite")).size > 2048);
    folder.remove();
  }
});
test.run();
//# sourceMappingURL=closedLog.test.js.map
