// test/adapters/embedded/log/logEndWatch.test.ts
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { logEndWatch } from "../../../../src/adapters/embedded/log/logEndWatch.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("looks at the end of the embedded log");
var never = new AbortController().signal;
var IDLE_AFTER_MS = 300;
function watched() {
  const folder = temporaryFolder();
  const file = join(folder.path, "log-wal");
  writeFileSync(file, "");
  let looks = 0;
  let end = 1;
  const watch = logEndWatch(file, async () => {
    looks++;
    return end;
  });
  return {
    watch,
    looks: () => looks,
    /** Another process writes to the file, and has appended a moment later. */
    async written() {
      appendFileSync(file, "frames");
      await sleep(1);
      end++;
    },
    close() {
      watch.close();
      folder.remove();
    }
  };
}
test("are fewer where other processes say what they write", async () => {
  const { watch, looks, close } = watched();
  watch.told(1);
  void watch.grownBeyond(1, never);
  const begunAtMs = performance.now();
  await sleep(200);
  const most = (performance.now() - begunAtMs) / 75;
  assert.ok(looks() <= most, `${looks()} looks, at most ${most}`);
  close();
});
test("are frequent once the file of an idle log is written, until what was written has come", async () => {
  const { watch, looks, written, close } = watched();
  watch.told(1);
  const grown = watch.grownBeyond(1, never);
  await sleep(IDLE_AFTER_MS);
  await written();
  await grown;
  const seenLooks = looks();
  void watch.grownBeyond(2, never);
  const begunAtMs = performance.now();
  await sleep(45);
  const most = (performance.now() - begunAtMs) / 75;
  assert.ok(looks() - seenLooks <= most, `${looks() - seenLooks} looks after it has come`);
  close();
});
test.run();
//# sourceMappingURL=logEndWatch.test.js.map
