// test/docs/auditing.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingTool } from "../support/missingTool.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { disputedMessage } from "./disputedMessage.js";
import { runSession } from "./recordedSession.js";
var test = suite("auditing.md");
var UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
function compared(text) {
  const names = /* @__PURE__ */ new Map();
  const named = (found) => {
    if (!names.has(found)) names.set(found, `NAME-${"x".repeat(names.size)}`);
    return names.get(found) ?? "";
  };
  return text.replace(UUID, named).replace(/\b[0-9a-f]{64}\b/g, named).replace(/[A-Za-z0-9+/]{43}=/g, named).replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, "TIME").replace(/\+\d+(\.\d+)? (ms|s|min \d+ s)/g, "LATER").replace(/\d+/g, "N").replace(/[ \t]+/g, " ");
}
test("the recorded dispute is what the commands print", async () => {
  const missing = missingTool("bash", "python3");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const { env: settings, stop } = await disputedMessage(folder.path);
  const env = { PATH: process.env.PATH, ...settings };
  try {
    await runSession("auditing.md", {
      ...{ cwd: folder.path, env, compared },
      // What the reader copies from what was printed.
      afterBlock(block, printed) {
        if (block.includes("messages find")) env.MESSAGE = printed.match(UUID)?.[0];
        if (block.includes("audit key")) env.KEY = /^[A-Za-z0-9+/]{43}=$/m.exec(printed)?.[0];
      }
    });
  } finally {
    await stop();
    folder.remove();
  }
  assert.ok(env.MESSAGE !== void 0 && env.KEY !== void 0);
});
test.run();
//# sourceMappingURL=auditing.test.js.map
