// test/main/firstKey.test.ts
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { missingTool } from "../support/missingTool.js";
import { COMMAND_LINE, ROOT } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("issue 27, 8: the first key");
var folder = temporaryFolder();
test.after(() => folder.remove());
var KEY = /pl_[A-Za-z0-9_-]{20,}/;
var dataIn = (name) => join(folder.path, name);
var fileIn = (name) => join(dataIn(name), "first.key");
test("where no terminal is it is in a file that its owner alone reads, and not in what is printed", async () => {
  const env = { POSTLEDGER_DATA: dataIn("piped") };
  const first = await startServiceProcess({ env });
  try {
    assert.not.match(first.output(), KEY);
    assert.match(first.output(), `"file":"${fileIn("piped")}"`);
    assert.is(statSync(fileIn("piped")).mode & 511, 384);
    const line = /^curl .*$/m.exec(first.output())?.[0] ?? "";
    const { stdout } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
    if (missingTool("curl") === null) assert.match(stdout, /^HTTP\/1\.1 202/);
  } finally {
    await first.stop();
  }
  const before = statSync(fileIn("piped")).mtimeMs;
  const second = await startServiceProcess({ env });
  await second.stop();
  assert.not.match(second.output(), "first.key");
  assert.is(statSync(fileIn("piped")).mtimeMs, before);
});
test("a link that lies where the file goes is replaced, and not followed", async () => {
  const aim = dataIn("aim");
  writeFileSync(aim, "as it was");
  mkdirSync(dataIn("linked"));
  symlinkSync(aim, fileIn("linked"));
  const service = await startServiceProcess({ env: { POSTLEDGER_DATA: dataIn("linked") } });
  await service.stop();
  assert.match(readFileSync(fileIn("linked"), "utf8"), KEY);
  assert.is(readFileSync(aim, "utf8"), "as it was");
});
test("a first start with the api role alone writes it before it waits for a projector", async () => {
  const child = spawn(process.execPath, [...COMMAND_LINE, "serve"], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      POSTLEDGER_PORT: "0",
      POSTLEDGER_DATA: dataIn("api"),
      POSTLEDGER_ROLES: "api"
    },
    stdio: "ignore"
  });
  try {
    await eventually(
      "the key is written",
      () => existsSync(fileIn("api")) && statSync(fileIn("api")).size > 0
    );
    assert.match(readFileSync(fileIn("api"), "utf8"), KEY);
  } finally {
    child.kill("SIGKILL");
  }
});
test("on a terminal it is shown, and no file is written", async () => {
  const missing = missingTool("script");
  if (missing !== null) return skipped(missing);
  const command = [process.execPath, ...COMMAND_LINE, "serve"].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, POSTLEDGER_PORT: "0", POSTLEDGER_DATA: dataIn("terminal") },
    stdio: ["pipe", "pipe", "ignore"]
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  try {
    await eventually("it listens", () => /listening on/.test(output));
    assert.match(output, KEY);
    assert.not.ok(existsSync(fileIn("terminal")));
  } finally {
    child.stdin.write("");
    await new Promise((resolve) => child.once("exit", resolve));
  }
});
test.run();
//# sourceMappingURL=firstKey.test.js.map
