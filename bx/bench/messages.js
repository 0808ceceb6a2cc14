// bench/messages.ts
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { positionAt } from "../src/adapters/position.js";
import { readSettings } from "../src/config.js";
import { uuid5 } from "../src/events/uuid5.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { instant } from "../src/ports/clock.js";
import { findMessages } from "../src/projections/findMessages.js";
import { messages } from "../src/projections/messages.js";
import { foldInto } from "../src/runtime/fold/foldInto.js";
import { openProjection } from "../src/runtime/fold/projection.js";
import { startMongo } from "../test/servers/servers.js";
import { inBenchFolder, timesOf } from "./benchFolder.js";
import { line, quantile } from "./report.js";
var WORKSPACE = "00000000-0000-5000-8000-000000000001";
var FIRST_MS = Date.parse("2026-01-01T00:00:00.000Z");
var BATCH = 1e3;
var PAGE = 100;
var CALLS = 200;
var MONGO_HEAP_MIB = 4096;
var MONGO_SHARE = 10;
async function run(rows = 1e6) {
  await inBenchFolder((data) => measure("embedded", { POSTLEDGER_DATA: data }, rows, data));
  const mongo = await startMongo({ heapMiB: MONGO_HEAP_MIB });
  try {
    await inBenchFolder(
      (data) => measure("mongodb", { POSTLEDGER_DATA: data, MONGODB_URL: `${mongo.url}/messages` }, rows / MONGO_SHARE)
    );
  } finally {
    await mongo.stop();
  }
}
async function measure(name, env, rows, data) {
  const ports = await openLedgerPorts(readSettings(env), "error");
  const projection = messages;
  const collection = await openProjection(ports.documents, projection);
  const cpuMs = { EmailAccepted: 0, Submitted: 0, Delivered: 0 };
  for (let from = 0; from < rows; from += BATCH)
    for (const [step, type] of Object.keys(cpuMs).entries()) {
      const events = Array.from(
        { length: Math.min(BATCH, rows - from) },
        (_, at) => eventOf(from + at, type, step)
      );
      const before = process.cpuUsage();
      await foldInto(projection, collection, events);
      const { user, system } = process.cpuUsage(before);
      cpuMs[type] += (user + system) / 1e3;
    }
  const wide = rows.toLocaleString("en");
  for (const [type, ms] of Object.entries(cpuMs))
    line(
      `${name}, ${wide} messages: processor time to fold ${type}`,
      `${(ms * 1e3 / rows).toFixed(1)} us`
    );
  await pages(`${name}, ${wide} messages`, collection, rows);
  await ports.close();
  if (data === void 0) return;
  const bytes = readdirSync(data).filter((file) => file.startsWith("read-models")).reduce((sum, file) => sum + statSync(join(data, file)).size, 0);
  line(`${name}: bytes a message`, Math.round(bytes / rows).toLocaleString("en"));
}
async function pages(name, collection, rows) {
  const filters = {
    all: {},
    "a recipient of a thousand mails": { to: "person7@receiver.test" },
    "a tag of half": { tag: "order" },
    "a second tag of half": { tag: "shop" },
    "a status": { status: "delivered" },
    "a campaign of a tenth": { campaignId: idOf(3, "campaign") },
    "a template of a fifth": { templateId: idOf(2, "template") },
    "since the middle": { until: timeOf(rows / 2) },
    "a tag and a status": { tag: "order", status: "delivered" },
    "a tag and a rare status": { tag: "order", status: "bounced" }
  };
  for (const [what, filter] of Object.entries(filters)) {
    let after = null;
    const before = process.cpuUsage();
    const times = await timesOf(CALLS, async () => {
      const page = await findMessages(collection, { workspace: WORKSPACE, ...filter }, PAGE, after);
      after = page.next;
    });
    const { user, system } = process.cpuUsage(before);
    const cpuMs = (user + system) / 1e3 / CALLS;
    line(
      `${name}: page by ${what}, median, p99, processor time`,
      [...[0.5, 0.99].map((share) => quantile(times, share)), cpuMs].map((ms) => ms.toFixed(2)).join(" ms ")
    );
  }
}
var idOf = (n, kind = "message") => uuid5(kind, String(n));
var timeOf = (n) => instant(FIRST_MS + Math.floor(n) * 10);
function eventOf(n, type, step) {
  const id = idOf(n);
  const address = `person${n % 1e3}@receiver.test`;
  const deliveryId = idOf(n, "delivery");
  const accepted = {
    ...{ from: "Shop <shop@sender.test>", subject: "Your order is on its way", credits: 1 },
    ...{ suppressedRecipients: [], scheduledFor: null, batchId: null, batch: null },
    recipients: [{ deliveryId, address, kind: "to", sandbox: false }],
    tags: n % 2 === 0 ? ["order", "shop"] : [],
    template: n % 5 === 0 ? { templateId: idOf(2, "template"), revision: 1 } : null,
    campaign: n % 10 === 0 ? { campaignId: idOf(3, "campaign") } : null
  };
  return {
    ...{ id, type, stream: `email-${id}`, revision: step, position: positionAt(n * 3 + step + 1) },
    data: type === "EmailAccepted" ? accepted : { deliveryId, recipient: address, sandbox: false },
    metadata: { v: 1, workspace: WORKSPACE, actor: "bench", correlation: id, causation: null, at: timeOf(n) }
  };
}
export {
  run
};
//# sourceMappingURL=messages.js.map
