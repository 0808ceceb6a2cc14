// test/docs/questions.test.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { BEGINNING } from "../../src/events/event.js";
import { cliProcess } from "../cli/cliProcess.js";
import { run } from "../clients/run.js";
import { client } from "../e2e/client.js";
import { eventually } from "../e2e/eventually.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { pythonEnvironment } from "../support/pythonEnvironment.js";
import { quietLog } from "../support/quietLog.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { commandsIn } from "./commands.js";
var PACKAGES = ["pandas==3.1.1", "duckdb==2.0.0"];
var [TYPES, OPERATORS, FIGURES, RATES, WAITS] = [0, 1, 2, 3, 4];
var SCENARIOS = ["transactional", "bounce", "transient", "ooto", "click", "complaint", "unsubscribe"];
var page = readFileSync(join(ROOT, "docs", "operations.md"), "utf8");
var blocks = commandsIn(page.slice(page.indexOf("## Questions by SQL")).split("\n## Toward", 1)[0] ?? "");
var folder = temporaryFolder();
var data = join(folder.path, "data");
var missing = missingTool("bash", "sqlite3");
var settings = {
  POSTLEDGER_DATA: data,
  POSTLEDGER_LOG_LEVEL: "error",
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
  NODE_EXTRA_CA_CERTS: join(folder.path, "ca.pem")
};
var receiver;
var service;
var log;
var messages = [];
var test = suite("docs/operations.md: questions by SQL");
test.before(async () => {
  if (missing !== null) return;
  receiver = await httpsReceiver();
  writeFileSync(settings.NODE_EXTRA_CA_CERTS, receiver.ca);
  service = await startServiceProcess({ env: settings });
  log = await embeddedEventStore(data, { log: quietLog });
  const api = client([service.url], service.firstKey ?? "");
  await api.call("POST", "/v1/webhooks", 201, { name: "all", url: receiver.url, events: ["*"] });
  await operator("credits", "grant", "100");
  await operator("suppressions", "add", "gone@example.com");
  await operator("sms-templates", "approve", "--name", "code", "--body", "Code {{ code }}");
  const mail = { from: "me@sender.test", subject: "S", html: '<a href="https://a.test/">A</a>' };
  for (const name of SCENARIOS)
    messages.push((await api.send({ ...mail, to: `${name}@example.com` }, name)).id);
  const several = [...SCENARIOS, "gone"].map((name) => `${name}+2@example.com`);
  messages.push((await api.send({ ...mail, to: several }, "several")).id);
  const sms = { from: "+15550100", to: "+15550123", template: "code", variables: { code: "4711" } };
  const sent = await api.call(
    "POST",
    "/v1/sms",
    202,
    { ...sms, consent_basis: "transactional" },
    { "idempotency-key": "sms" }
  );
  messages.push(sent.id);
  await eventually("everything was sent", async () => {
    const { Submitted, SmsSent } = countOf(await events());
    return Submitted === SCENARIOS.length * 2 + 1 && SmsSent === 1;
  });
  await eventually("everything was posted, after which the log rests", async () => {
    const reached = fannedOut();
    const all = await events();
    const { WebhookDelivered, WebhookDeliveryScheduled } = countOf(all);
    const told = all.filter(({ stream }) => !stream.startsWith("webhookdelivery-")).at(-1)?.position ?? "";
    return reached >= told && WebhookDelivered === WebhookDeliveryScheduled;
  });
});
test.after(async () => {
  await log?.close();
  await service?.stop();
  await receiver?.close();
  folder.remove();
});
async function operator(...args) {
  const { exitCode, stdout, stderr } = await cliProcess(settings, ...args);
  assert.is(exitCode, 0, stderr);
  return stdout;
}
function fannedOut() {
  const options = { synchronous: "NORMAL", busyTimeoutMs: 1e3, autocheckpointPages: 0 };
  const db = openSqlite(join(data, "read-models.sqlite"), { ...options, readOnly: true });
  const row = db.prepare("SELECT min(position) AS reached FROM checkpoints WHERE key LIKE 'policy:webhook_fan_out%'").get();
  db.close();
  return String(row?.reached ?? "");
}
async function events() {
  return (await log.readAll({ after: BEGINNING, limit: 1e4 })).events;
}
function countOf(all) {
  const counts = {};
  for (const { type } of all) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
async function ask(at, env = {}, prelude = "") {
  const script = `set -euo pipefail
${prelude}${blocks[at]?.script ?? "false"}`;
  const ran = await run("bash", ["-c", script], { cwd: folder.path, env });
  assert.is(ran.code, 0, `question ${at}: ${ran.output}`);
  assert.ok(ran.stdout.length > 0, `question ${at} has an answer`);
  return ran;
}
async function rows(at, env = {}) {
  await ask(at, env);
  const { stdout } = await ask(at, env, `sqlite3() { command sqlite3 "\${@/#-box/-json}"; }
`);
  return JSON.parse(stdout);
}
test("the types are counted as the log has them", async () => {
  if (missing !== null) return skipped(missing);
  const told = await rows(TYPES);
  const counts = Object.fromEntries(told.map((row) => [row.type, row["count(*)"]]));
  assert.equal(counts, countOf(await events()));
});
test("what operators did is all of it", async () => {
  if (missing !== null) return skipped(missing);
  const told = await rows(OPERATORS);
  const done = (await events()).filter(({ metadata }) => metadata.actor === "operator");
  assert.equal(
    told.map(({ type, stream }) => ({ type, stream })),
    done.map(({ type, stream }) => ({ type, stream }))
  );
  assert.ok(done.some(({ type }) => type === "SuppressionAdded"));
});
test("the daily figures are those of the recount", async () => {
  if (missing !== null) return skipped(missing);
  const count = countOf(await events());
  const sum = (days2, field) => days2.reduce((total, day) => total + (day[field] ?? 0), 0);
  const figures = ["accepted", "delivered", "bounced"];
  await eventually("the read model has folded the last event", async () => {
    const days2 = await rows(FIGURES);
    return figures.every((figure) => sum(days2, figure) === sum(days2, `${figure}_recount`));
  });
  const days = await rows(FIGURES);
  assert.is(sum(days, "delivered_recount"), count.Delivered);
  assert.is(sum(days, "bounced_recount"), count.Bounced);
  assert.is(sum(days, "accepted_recount"), count.Submitted);
});
test("pandas and DuckDB answer from both databases", async () => {
  const python = join(folder.path, "python");
  const without = missing ?? await pythonEnvironment(python, PACKAGES);
  if (without !== null) return skipped(without);
  const env = { PATH: `${join(python, "bin")}:${process.env.PATH}` };
  assert.match((await ask(RATES, env)).stdout, /accepted +submitted +bounced % +complained %\n/);
  assert.match((await ask(WAITS, env)).stdout, /day.*messages.*p50_ms.*p95_ms.*max_ms/);
});
test("there are no other questions", () => {
  assert.is(blocks.length, WAITS + 1);
});
test.run();
//# sourceMappingURL=questions.test.js.map
