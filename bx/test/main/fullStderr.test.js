// test/main/fullStderr.test.ts
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { client } from "../e2e/client.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("standard error on a disk without room");
var folder = temporaryFolder();
test.after(() => folder.remove());
test("the service starts, answers and ends as ever", async () => {
  const stderr = openSync("/dev/full", "w");
  const env = { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_LOG_LEVEL: "debug" };
  const service = await startServiceProcess({ env, stderr });
  closeSync(stderr);
  const api = client([service.url], service.firstKey ?? "");
  for (const key of ["one", "two"])
    await api.send({ from: "me@sender.test", to: "delivered@example.com", subject: "S", text: "T" }, key);
  assert.is(await service.stop(), 0);
});
test("what cannot be written is lost, and the log goes on once there is room", () => {
  const file = join(folder.path, "stderr");
  const program = nodeArguments("test/adapters/node/fullStderrProcess");
  const { status } = spawnSync(process.execPath, [...program, file], { stdio: "ignore" });
  assert.is(status, 0);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  assert.equal(
    lines.map((line) => JSON.parse(line).msg),
    ["there is room again"]
  );
});
test.run();
//# sourceMappingURL=fullStderr.test.js.map
