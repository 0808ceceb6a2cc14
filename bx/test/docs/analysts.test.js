// test/docs/analysts.test.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { email } from "../../src/events/email.js";
import { cliProcess } from "../cli/cliProcess.js";
import { plainEmail, recipient } from "../sender/senderBench.js";
import { begunLedger } from "../support/begunLedger.js";
import { manualClock } from "../support/manualClock.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { pythonEnvironment } from "../support/pythonEnvironment.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { runSession } from "./recordedSession.js";
var test = suite("analysts.md");
var MESSAGES = 60;
var DOMAINS = ["gmail.example", "web.example", "corp.example"];
async function filled(data, workspace) {
  const store = await embeddedEventStore(data, { log: quietLog });
  const ids = seededIds("analysts");
  const by = { workspace, actor: "key:1", correlation: workspace, causation: null };
  for (let n = 0; n < MESSAGES; n++) {
    const clock = manualClock(Date.parse("2026-03-01T08:00:00.000Z") + n * 18e5);
    const one = recipient(n, `p${n}@${DOMAINS[Math.floor(n / 5) % 3]}`);
    const outcome = { deliveryId: one.deliveryId, recipient: one.address, sandbox: false };
    const bounced = {
      ...outcome,
      bounceType: "Permanent",
      bounceSubType: "General",
      diagnosticCode: "550 no"
    };
    const accepted = {
      ...plainEmail,
      to: [one.address],
      recipients: [one],
      tags: [n % 2 ? "order" : "news"]
    };
    const decided = [
      { type: "EmailAccepted", data: accepted },
      { type: "Submitted", data: { ...outcome, response: "250 ok" } },
      n % 7 === 3 ? { type: "Bounced", data: bounced } : { type: "Delivered", data: outcome },
      ...n % 4 === 0 ? [{ type: "Opened", data: outcome }] : []
    ];
    await store.append(email.stream(ids.uuid()), "no-stream", newEvents({ ids, clock }, by, decided));
  }
  await store.close();
}
test("what the page shows is what the programs print", async () => {
  const missing = missingTool("bash");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  try {
    const python = join(folder.path, "python");
    const none = await pythonEnvironment(python, ["duckdb==2.0.0", "pandas==3.1.1"]);
    if (none !== null) return skipped(none);
    const data = join(folder.path, "data");
    const settings = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: "error" };
    await begunLedger(settings);
    const workspaces = await cliProcess(settings, "workspaces", "create", "shop", "--json");
    const { id } = JSON.parse(workspaces.stdout);
    await filled(data, id);
    const page = readFileSync(join(ROOT, "docs/analysts.md"), "utf8");
    for (const [, program = "", name = ""] of page.matchAll(/^```python\n(# (\S+)\n.*?)^```$/gms))
      writeFileSync(join(folder.path, name), program);
    const env = { ...settings, PATH: `${python}/bin:${process.env.PATH}` };
    await runSession("analysts.md", { cwd: folder.path, env, compared: (text) => text.replaceAll(data, "") });
  } finally {
    folder.remove();
  }
});
test.run();
//# sourceMappingURL=analysts.test.js.map
