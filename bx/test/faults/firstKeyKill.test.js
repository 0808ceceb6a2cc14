// test/faults/firstKeyKill.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { rejection } from "../contract/eventStore/events.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("SIGKILL at the very first start");
var ENTRY = nodeArguments("test/faults/crashingService");
for (const step of [
  "before-first-key",
  "after-first-key",
  "before-append:ApiKeyCreated",
  "after-append:ApiKeyCreated"
])
  test(`${step}: the next start answers to the key in the file`, async () => {
    const folder = temporaryFolder();
    const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error" };
    const start = (at) => startServiceProcess({ env, program: ENTRY, args: [at, "1"] });
    assert.match(String(await rejection(start(step))), "ended with null");
    const service = await start("never");
    const key = readFileSync(join(folder.path, "first.key"), "utf8").trim();
    const { status } = await fetch(`${service.url}/v1/templates`, {
      headers: { authorization: `Bearer ${key}` }
    });
    assert.is(status, 200);
    await service.stop();
    folder.remove();
  });
test.run();
//# sourceMappingURL=firstKeyKill.test.js.map
