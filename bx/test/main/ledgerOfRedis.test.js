// test/main/ledgerOfRedis.test.ts
import { Redis } from "ioredis";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { requires } from "../servers/requires.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var { redis: server } = await requires("redis");
var test = suite("two ledgers and one Redis");
var folder = temporaryFolder();
var running = [];
var envOf = (name, database) => ({
  POSTLEDGER_DATA: `${folder.path}/${name}`,
  REDIS_URL: `${server.url}/${database}`
});
async function start(env) {
  try {
    running.push(await startServiceProcess({ env }));
    return "it runs";
  } catch (error) {
    return String(error);
  } finally {
    await running.pop()?.stop();
  }
}
async function run(env, ...args) {
  let said = "";
  const write = (text) => {
    said += text;
  };
  const host = { stdout: write, stderr: write, isWatched: false, open: openDependencies };
  await runCli(args, { env: { ...env, POSTLEDGER_LOG_LEVEL: "silent" }, ...host });
  return said;
}
var REFUSED = /the database of Redis at REDIS_URL is that of ledger \S+, and the log is ledger \S+: name another database by its number/;
test("the second is refused in the database of the first, by its start, doctor and commands that take leases", async () => {
  assert.is(await start(envOf("b", 1)), "it runs");
  assert.is(await start(envOf("a", 0)), "it runs");
  assert.match(await start(envOf("b", 0)), REFUSED);
  assert.match(await run(envOf("b", 0), "doctor"), REFUSED);
  assert.match(await run(envOf("b", 0), "projections", "rebuild", "balances"), REFUSED);
  assert.match(await run(envOf("b", 1), "doctor"), "no other ledger uses this database");
  assert.not.match(await run(envOf("b", 1), "projections", "rebuild", "balances"), REFUSED);
});
test("a database that was emptied is that of the next that starts, and not of a command", async () => {
  const admin = new Redis(server.url);
  await admin.flushall();
  admin.disconnect();
  assert.match(await run(envOf("a", 0), "doctor"), "no other ledger uses this database");
  assert.is(await start(envOf("b", 0)), "it runs");
  assert.match(await run(envOf("a", 0), "doctor"), REFUSED);
});
test.after(async () => {
  await server.stop();
  folder.remove();
});
test.run();
//# sourceMappingURL=ledgerOfRedis.test.js.map
