// test/faults/blobSync.test.ts
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingStrace } from "../support/missingTool.js";
import { nodeArguments } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var CHILD = nodeArguments("test/faults/blobChild");
var test = suite("the syncs of a blob");
function stepsOf(trace) {
  const steps = [];
  const begun = /* @__PURE__ */ new Map();
  for (const line of trace.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const call = / resumed>.*= 0$/.test(rest) ? begun.get(thread) ?? "" : rest;
    if (rest.endsWith("<unfinished ...>")) begun.set(thread, rest);
    else if (/ = 0$/.test(rest)) {
      const synced = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(call)?.[1];
      const renamed = /^rename\("[^"]*", "([^"]*)"/.exec(call)?.[1];
      if (synced !== void 0) steps.push(`synced ${synced}`);
      if (renamed !== void 0) steps.push(`renamed ${renamed}`);
    }
    const put = /^write\(1<[^>]*>, "(put \w+)/.exec(rest)?.[1];
    if (put !== void 0) steps.push(put);
  }
  return steps;
}
test("before a put resolves: its file, then the folder that names it, and the folders that are new", () => {
  const missing = missingStrace();
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const blobs = join(folder.path, "blobs");
  const trace = join(folder.path, "trace");
  mkdirSync(blobs);
  const calls = "trace=write,rename,fsync,fdatasync";
  const args = ["-f", "-y", "-s", "200", "-e", calls, "-o", trace, process.execPath, ...CHILD, blobs];
  const { status, stderr } = spawnSync("strace", args);
  assert.is(status, 0, String(stderr));
  let since = [];
  let puts = 0;
  for (const step of stepsOf(readFileSync(trace, "utf8"))) {
    if (!step.startsWith("put ")) {
      if (step.includes(blobs)) since.push(step);
      continue;
    }
    const sha256 = step.slice("put ".length);
    const above = join(blobs, sha256.slice(0, 2));
    const own = join(above, sha256.slice(2, 4));
    const [first = "", second, ...folders] = since;
    if (puts === 3)
      assert.equal(since, [`synced ${own}`], "one that is there is true for anyone who puts it again");
    else {
      assert.ok(first.startsWith(`synced ${join(own, sha256)}.`), `first ${first}`);
      assert.is(second, `renamed ${join(own, sha256)}`);
      assert.equal(folders, [`synced ${own}`, `synced ${above}`, `synced ${blobs}`]);
    }
    since = [];
    puts++;
  }
  assert.is(puts, 4);
  folder.remove();
});
test.run();
//# sourceMappingURL=blobSync.test.js.map
