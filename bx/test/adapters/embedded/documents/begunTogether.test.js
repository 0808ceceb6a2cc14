// test/adapters/embedded/documents/begunTogether.test.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { nodeArguments } from "../../../support/project.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("data folders begun by several processes at once");
var PROCESSES = 6;
var FOLDERS = 200;
test("one makes the files, and the others open them", async () => {
  const folder = temporaryFolder();
  const children = Array.from(
    { length: PROCESSES },
    () => spawn(
      process.execPath,
      [...nodeArguments("test/adapters/embedded/documents/beginChild"), folder.path, String(FOLDERS)],
      { stdio: ["pipe", "pipe", "inherit"] }
    )
  );
  const exits = children.map(async (child) => Number((await once(child, "exit"))[0]));
  await Promise.all(children.map((child) => once(child.stdout, "readable")));
  const said = children.map(({ stdout }) => text(stdout));
  for (const child of children) child.stdin.end("go");
  assert.equal(await Promise.all(exits), Array(PROCESSES).fill(0));
  assert.equal(await Promise.all(said), Array(PROCESSES).fill("ready\n"));
  folder.remove();
});
test.run();
//# sourceMappingURL=begunTogether.test.js.map
