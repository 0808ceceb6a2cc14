// test/faults/rebuildKill.test.ts
import { spawn } from "node:child_process";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { cliProcess } from "../cli/cliProcess.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("a rebuild that is killed");
var folder = temporaryFolder();
var env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: "error" };
var CONTACTS = 300;
var STEPS = [
  ["before-fold", 3],
  ["before-exchange", 1],
  ["amid-exchange", 1],
  ["after-exchange", 1],
  ["amid-exchange", 9],
  ["amid-exchange", 18]
];
var CRASHING = nodeArguments("test/faults/crashingRebuild");
var service;
test.before(async () => {
  service = await startServiceProcess({ env });
});
test.after(async () => {
  await service?.stop();
  folder.remove();
});
var ask = (path, init = {}) => fetch(service.url + path, {
  ...init,
  headers: { authorization: `Bearer ${service.firstKey}`, "content-type": "application/json" }
});
async function saveContact(n) {
  const answer = await ask("/v1/contacts", {
    method: "POST",
    body: JSON.stringify({ email: `person${n}@receiver.test` })
  });
  assert.ok(answer.ok, await answer.text());
}
function dyingRebuild(step, nth) {
  const child = spawn(process.execPath, [...CRASHING, step, String(nth)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "inherit"]
  });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}
test("wherever it dies, the read models are whole and the service goes on", async () => {
  for (let n = 0; n < CONTACTS; n++) await saveContact(n);
  for (const [round, [step, nth]] of STEPS.entries()) {
    assert.is(await dyingRebuild(step, nth), "SIGKILL", `${step} ${nth} was reached`);
    await saveContact(CONTACTS + round);
  }
  const left = await cliProcess(env, "projections", "verify");
  assert.is(left.exitCode, 0, left.stdout);
  const rebuilt = await cliProcess(env, "projections", "rebuild");
  assert.is(rebuilt.exitCode, 0, rebuilt.stderr);
  const verified = await cliProcess(env, "projections", "verify");
  assert.is(verified.exitCode, 0, verified.stdout);
  const seen = /* @__PURE__ */ new Set();
  for (let after = ""; ; ) {
    const { data, next_cursor } = await (await ask(`/v1/contacts?limit=100${after}`)).json();
    for (const { email } of data) seen.add(email);
    if (next_cursor === null) break;
    after = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  assert.is(seen.size, CONTACTS + STEPS.length);
  console.log(`${STEPS.length} rebuilds killed; read models: same as the log`);
});
test.run();
//# sourceMappingURL=rebuildKill.test.js.map
