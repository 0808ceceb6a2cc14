// test/main/orphanedBackground.test.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { nodeArguments, ROOT } from "../support/project.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a background whose parent is gone");
var [entry = "", ...before] = [...nodeArguments("src/main/background/backgroundProcess")].reverse();
var ENDS_WITHIN_MS = 25e3;
async function endsInTime(child) {
  const late = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
  const [, signal] = await once(child, "exit");
  clearTimeout(late);
  return signal === null;
}
for (const [when, afterMs] of [
  ["before it has loaded", 0],
  ["while its start waits for the log", 4e3]
])
  test(`ends when that goes ${when}`, async () => {
    const folder = temporaryFolder();
    const silent = createServer(() => {
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address();
    const child = fork(entry, [], {
      cwd: ROOT,
      execArgv: before.reverse(),
      env: {
        PATH: process.env.PATH,
        POSTLEDGER_DATA: join(folder.path, "data"),
        POSTLEDGER_ROLES: "projector,sender,dispatcher",
        POSTLEDGER_LOG_LEVEL: "silent",
        EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`
      },
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    assert.is(child.exitCode, null);
    child.disconnect();
    assert.ok(await endsInTime(child), "it went on without its parent");
    silent.close();
    folder.remove();
  });
test.run();
//# sourceMappingURL=orphanedBackground.test.js.map
