// test/cli/exportedLedger.ts
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { BEGINNING } from "../../src/events/event.js";
import { begunLedger } from "../support/begunLedger.js";
import { manualClock } from "../support/manualClock.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var EMAIL_EVENTS = 3e3;
var WORKSPACE = "11111111-1111-4111-8111-111111111111";
async function exportedLedger() {
  const folder = temporaryFolder();
  const inFolder = (name) => join(folder.path, name);
  const env = { POSTLEDGER_DATA: inFolder("data"), POSTLEDGER_LOG_LEVEL: "error" };
  const whole = inFolder("whole.jsonl");
  await begunLedger(env);
  await commandOn(env, "workspaces", "create", "acme");
  await appendEmails(env.POSTLEDGER_DATA);
  const exported = await commandOn(env, "audit", "export", whole, "--json");
  return {
    inFolder,
    env,
    /** The export of all of it, and what the command printed. */
    whole,
    exported,
    run: (...args) => commandOn(env, ...args),
    /** Imports a file into the data folder of this name. */
    into: (data, file) => commandOn({ ...env, POSTLEDGER_DATA: inFolder(data) }, "audit", "import", file),
    leavesIn: (data) => leavesIn(inFolder(data)),
    /** The same master key there. */
    giveMasterKey: (data) => copyFileSync(inFolder("data/master.key"), inFolder(`${data}/master.key`)),
    remove: folder.remove
  };
}
var linesIn = (file) => readFileSync(file, "utf8").split("\n").slice(0, -1);
async function commandOn(env, ...argv) {
  const printed = { stdout: "", stderr: "" };
  const exitCode = await runCli(argv, {
    env,
    stdout: (text) => {
      printed.stdout += text;
    },
    stderr: (text) => {
      printed.stderr += text;
    },
    isWatched: false,
    open: openDependencies
  });
  return { exitCode, ...printed };
}
async function leavesIn(folder) {
  const store = await embeddedEventStore(folder, { log: quietLog });
  const found = [];
  for (let after = BEGINNING; ; ) {
    const { leaves, fault } = await store.readLeaves({ after, limit: 500 });
    if (fault !== null) throw new Error(fault);
    const last = leaves.at(-1);
    if (last === void 0) break;
    for (const { position, hash } of leaves) found.push(`${position} ${hash}`);
    after = last.position;
  }
  await store.close();
  return found;
}
async function appendEmails(folder) {
  const store = await embeddedEventStore(folder, { log: quietLog });
  const ids = seededIds("export");
  const clock = manualClock(Date.parse("2026-03-01T00:00:00.000Z"));
  const by = { workspace: WORKSPACE, actor: "key:1", correlation: WORKSPACE, causation: null };
  const revisions = /* @__PURE__ */ new Map();
  const appends = [];
  for (let n = 0; n < EMAIL_EVENTS; n++) {
    const stream = `email-${n % 7}`;
    const revision = revisions.get(stream) ?? -1;
    const data = { n, text: `\xE4 "quoted" \u2028 
 10 \u20AC ${"x".repeat(n % 900)}`, 7: -0, none: null };
    const type = n % 2 ? "Delivered" : "Submitted";
    for (const event of newEvents({ ids, clock }, by, [{ type, data }])) {
      const metadata = { ...event.metadata, at: new Date(clock.nowMs() + n * 1e3).toISOString() };
      appends.push(store.append(stream, revision < 0 ? "no-stream" : revision, [{ ...event, metadata }]));
    }
    revisions.set(stream, revision + 1);
  }
  await Promise.all(appends);
  await store.close();
}
export {
  EMAIL_EVENTS,
  commandOn,
  exportedLedger,
  linesIn
};
//# sourceMappingURL=exportedLedger.js.map
