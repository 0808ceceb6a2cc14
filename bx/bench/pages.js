// bench/pages.ts
import { positionAt } from "../src/adapters/position.js";
import { readSettings } from "../src/config.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { instant } from "../src/ports/clock.js";
import { contactPage } from "../src/projections/contacts.js";
import { openReadModels, projectionsFor } from "../src/projections/readModels.js";
import { smsPage } from "../src/projections/smsMessages.js";
import { inBenchFolder, spread, timesOf, uuidOf } from "./benchFolder.js";
import { line, median, ratio } from "./report.js";
var FEW_ROWS = 1e3;
var PAGE = 101;
var CALLS = 2e3;
var WRITES_AT_ONCE = 5e3;
var WORKSPACE = "00000000-0000-5000-8000-000000000001";
var FIRST_MS = Date.parse("2026-01-01T00:00:00.000Z");
var positionOf = (n) => positionAt(n + 1);
var timeOf = (n) => instant(FIRST_MS + n * 10);
async function run(rows = 1e6) {
  const few = await measure(FEW_ROWS);
  const many = await measure(rows);
  const wide = rows.toLocaleString("en");
  for (const kind of ["contacts", "sms", "sms of one direction"]) {
    line(`${kind}: median page at ${FEW_ROWS.toLocaleString("en")} rows`, `${few[kind].toFixed(3)} ms`);
    line(
      `${kind}: median page at ${wide} rows`,
      `${many[kind].toFixed(3)} ms, ratio ${ratio(many[kind] / few[kind])}`
    );
  }
}
async function measure(rows) {
  const found = { contacts: 0, sms: 0, "sms of one direction": 0 };
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
    const models = await openReadModels(ports.documents, projectionsFor(1));
    await fill(models.contacts, rows, 1, contactAt);
    await fill(models.smsMessages, rows, 2, smsAt);
    await pagesOf(models, rows, CALLS / 4);
    Object.assign(found, await pagesOf(models, rows, CALLS));
    await ports.close();
  });
  return found;
}
async function pagesOf({ contacts, smsMessages }, rows, calls) {
  const room = rows - PAGE;
  const full = async (page) => {
    const { length } = await page;
    if (length !== PAGE) throw new Error(`a page of ${length} rows`);
  };
  const contactTimes = await timesOf(calls, (n) => {
    const at = spread(n, room);
    const after = { insertedAt: positionOf(at), contactId: uuidOf(1, at) };
    return full(contactPage(contacts, WORKSPACE, PAGE, after));
  });
  const smsTimes = (direction, margin) => timesOf(calls, (n) => {
    const at = margin + spread(n, rows - margin);
    return full(
      smsPage(smsMessages, WORKSPACE, direction, PAGE, { createdAt: timeOf(at), smsId: uuidOf(2, at) })
    );
  });
  return {
    contacts: median(contactTimes),
    sms: median(await smsTimes(null, PAGE)),
    "sms of one direction": median(await smsTimes("outbound", 2 * PAGE))
  };
}
async function fill(collection, rows, kind, documentAt) {
  for (let from = 0; from < rows; from += WRITES_AT_ONCE) {
    const count = Math.min(WRITES_AT_ONCE, rows - from);
    const writes = Array.from({ length: count }, (_, at) => ({
      key: uuidOf(kind, from + at),
      position: positionOf(from + at),
      document: documentAt(from + at)
    }));
    await collection.writeMany(writes);
  }
}
function contactAt(n) {
  return {
    workspace: WORKSPACE,
    email: `person${n}@receiver.test`,
    firstName: "Ann",
    lastName: "Example",
    phone: null,
    subscribed: true,
    tags: ["customer"],
    customFields: { inline: '{"plan":"gold"}' },
    createdAt: timeOf(n),
    updatedAt: timeOf(n),
    insertedAt: positionOf(n)
  };
}
function smsAt(n) {
  const at = timeOf(n);
  return {
    workspace: WORKSPACE,
    direction: n % 2 === 0 ? "outbound" : "inbound",
    from: "+15550001111",
    to: "+15550002222",
    templateId: null,
    status: "delivered",
    segments: 1,
    credits: 1,
    createdAt: at,
    attempts: [{ attempt: 1, at, outcome: "delivered", detail: null }]
  };
}
export {
  run
};
//# sourceMappingURL=pages.js.map
