// test/cli/doctorService.test.ts
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { settingsChecks } from "../../src/cli/doctor/settingsChecks.js";
import { readSettings } from "../../src/config.js";
import { openLedgerPorts } from "../../src/main/ledgerPorts.js";
import { begunLedger } from "../support/begunLedger.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("doctor and the service");
test("a service that runs on other data, or another program, is told apart from ours", async () => {
  const folder = temporaryFolder();
  const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const env = { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_PORT: `${port}` };
  const settings = readSettings(env);
  const found = async () => {
    const result = await settingsChecks(settings).find(({ name }) => name === "service")?.run();
    return [result?.ok, result?.says];
  };
  const other = `something answers at http://127.0.0.1:${port}/readyz, but no process has the ledger in ${env.POSTLEDGER_DATA} open`;
  assert.equal(await found(), [false, other]);
  await begunLedger(env);
  assert.equal(await found(), [false, other]);
  const { close } = await openLedgerPorts(settings, "silent");
  assert.equal(await found(), [true, `ready at http://127.0.0.1:${port}/readyz`]);
  await close();
  assert.equal(await found(), [false, other], "the second time");
  server.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=doctorService.test.js.map
