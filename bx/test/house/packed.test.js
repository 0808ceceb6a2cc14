// test/house/packed.test.ts
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { run } from "../clients/run.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var packed = suite("issue 27, 13: the package");
packed("packed and installed into an empty folder it serves, and its commands run", async () => {
  const missing = missingTool("npm");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const made = await run("npm", ["pack", "--silent", "--pack-destination", folder.path], { cwd: ROOT });
  assert.is(made.code, 0, made.output);
  const [file = ""] = readdirSync(folder.path);
  writeFileSync(join(folder.path, "package.json"), '{"private":true}');
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder.path, file)];
  const installed = await run("npm", install, { cwd: folder.path });
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/.test(installed.output))
    return skipped("npm reaches no registry: connect the machine to one");
  assert.is(installed.code, 0, installed.output);
  const bin = join(folder.path, "node_modules", ".bin", "postledger");
  assert.ok(existsSync(bin), "what npx runs");
  const env = { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_LOG_LEVEL: "warn" };
  const service = await startServiceProcess({ env, program: [bin] });
  const answer = await fetch(`${service.url}/v1/emails`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.firstKey}`,
      "content-type": "application/json",
      "idempotency-key": "first-message"
    },
    body: JSON.stringify({ from: "a@b.test", to: "transactional@example.com", subject: "s", text: "t" })
  });
  assert.is(answer.status, 202);
  const listed = await run("npx", ["--no", "postledger", "keys", "list"], { cwd: folder.path, env });
  assert.is(listed.code, 0, listed.output);
  assert.is(await service.stop(), 0);
  folder.remove();
});
packed("what was not built says what to do", async () => {
  const missing = missingTool("npm", "sh");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(join(folder.path, "package.json"), JSON.stringify({ private: true, scripts }));
  for (const line of [["start"], ["run", "-s", "postledger"]]) {
    const { code, output } = await run("npm", line, { cwd: folder.path });
    assert.is(code, 1);
    assert.match(output, "Postledger is not built yet: npm run build, then this again.");
    assert.not.match(output, "MODULE_NOT_FOUND");
  }
  folder.remove();
});
packed.run();
//# sourceMappingURL=packed.test.js.map
