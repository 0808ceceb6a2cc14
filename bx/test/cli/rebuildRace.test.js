// test/cli/rebuildRace.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { begunLedger } from "../support/begunLedger.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { cliProcess } from "./cliProcess.js";
var race = suite("rebuilds next to other commands");
var folder = temporaryFolder();
var env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error" };
race.after(() => folder.remove());
async function creatingKeys(work) {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const ids = [];
  while (!isOver) {
    const { exitCode, stdout, stderr } = await cliProcess(env, "keys", "create", "--scopes", "all", "--json");
    assert.is(exitCode, 0, stderr);
    ids.push(JSON.parse(stdout).id);
  }
  return ids;
}
async function prove() {
  const rebuilds = Promise.all([
    cliProcess(env, "projections", "rebuild"),
    cliProcess(env, "projections", "rebuild")
  ]);
  const [one, other] = await Promise.all([creatingKeys(rebuilds), creatingKeys(rebuilds)]);
  const ended = await rebuilds;
  assert.equal(ended.map(({ exitCode }) => exitCode).sort(), [0, 4]);
  const refused = ended.find(({ exitCode }) => exitCode === 4);
  assert.match(refused?.stderr ?? "", /another command rebuilds or verifies the read model \w+: try again/);
  const listed = await cliProcess(env, "keys", "list", "--json");
  const known = new Set(JSON.parse(listed.stdout).map(({ id }) => id));
  assert.equal(
    [...one, ...other].filter((id) => !known.has(id)),
    [],
    "no key is lost"
  );
  const verified = await cliProcess(env, "projections", "verify");
  assert.is(verified.exitCode, 0, verified.stdout);
}
race("without a service: the second says so, and nothing is lost", async () => {
  await begunLedger(env);
  await cliProcess(env, "workspaces", "create", "default");
  await prove();
});
race("next to a running service: the same", async () => {
  const service = await startServiceProcess({ env });
  try {
    await prove();
  } finally {
    await service.stop();
  }
});
race.run();
//# sourceMappingURL=rebuildRace.test.js.map
