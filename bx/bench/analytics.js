// bench/analytics.ts
import { positionAt } from "../src/adapters/position.js";
import { openLedger } from "../src/commands/workspace/openLedger.js";
import { workspaceNamed } from "../src/commands/workspace/openWorkspace.js";
import { readSettings } from "../src/config.js";
import { BEGINNING } from "../src/events/event.js";
import { firstStart } from "../src/main/firstStart.js";
import { openPorts } from "../src/main/ports.js";
import { startService } from "../src/main/service.js";
import { instant } from "../src/ports/clock.js";
import { contacts } from "../src/projections/contacts.js";
import { dailyAnalytics, NO_FIGURES } from "../src/projections/dailyAnalytics.js";
import { openReadModels, projectionsFor } from "../src/projections/readModels.js";
import { collectionOf } from "../src/runtime/fold/projection.js";
import { inBenchFolder, serviceEnv, timesOf, uuidOf } from "./benchFolder.js";
import { line, median, ratio } from "./report.js";
var DAYS = 366;
var LAST_MS = Date.parse("2025-12-31T00:00:00.000Z");
var DAY_MS = 864e5;
var CONTACTS = 100;
async function run(calls = 500) {
  await inBenchFolder(async (data) => {
    const settings = readSettings(serviceEnv(data));
    const ports = await openPorts(settings);
    const ledger = { store: ports.store, clock: ports.clock, ids: ports.ids };
    await openLedger(ledger, ports.secrets);
    const first = await firstStart(ledger);
    const workspace = (await workspaceNamed(ports.store, "default"))?.id ?? "";
    await fill(ports, workspace);
    const reads = /* @__PURE__ */ new Map();
    const service = await startService(settings, counting(ports, reads));
    const ask = async (path) => {
      const answer = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${first?.key ?? ""}` }
      });
      return { status: answer.status, body: await answer.json() };
    };
    while ((await ask("/v1/contacts")).status === 401) await ports.clock.sleep(20);
    const year = `/v1/analytics?from=${instant(LAST_MS - (DAYS - 1) * DAY_MS)}&to=${instant(LAST_MS)}`;
    const page = `/v1/contacts?limit=${CONTACTS}`;
    const check = async (path, rows) => {
      const { status, body } = await ask(path);
      if (status !== 200 || body.data.length !== rows)
        throw new Error(`${path}: ${status}, ${body.data.length} rows`);
    };
    await check(year, DAYS);
    await check(page, CONTACTS);
    const [figures, contactPages] = [collectionOf(dailyAnalytics).name, collectionOf(contacts).name];
    await timesOf(calls / 5, () => ask(year));
    await timesOf(calls / 5, () => ask(page));
    reads.clear();
    const yearMs = median(await timesOf(calls, () => ask(year)));
    const pageMs = median(await timesOf(calls, () => ask(page)));
    const readsOf = (collection) => String((reads.get(collection) ?? 0) / calls);
    const pageName = `a page of ${CONTACTS} contacts`;
    line(`${DAYS} days: index range reads a call`, readsOf(figures));
    line(`${pageName}: index range reads a call`, readsOf(contactPages));
    line(`${DAYS} days: median over HTTP`, `${yearMs.toFixed(2)} ms`);
    line(`${pageName}: median over HTTP`, `${pageMs.toFixed(2)} ms, ratio ${ratio(yearMs / pageMs)}`);
    await service.stop();
  });
}
function counting(ports, reads) {
  const { documents } = ports;
  return {
    ...ports,
    documents: {
      ...documents,
      async collection(definition) {
        const collection = await documents.collection(definition);
        return {
          ...collection,
          page(query) {
            reads.set(definition.name, (reads.get(definition.name) ?? 0) + 1);
            return collection.page(query);
          }
        };
      }
    }
  };
}
async function fill({ documents }, workspace) {
  const models = await openReadModels(documents, projectionsFor(1));
  const position = BEGINNING;
  await models.dailyAnalytics.writeMany(
    Array.from({ length: DAYS }, (_, n) => {
      const day = instant(LAST_MS - n * DAY_MS).slice(0, 10);
      const document = { ...NO_FIGURES, workspace, day, accepted: n, delivered: n };
      return { key: `${workspace}/${day}`, position, document };
    })
  );
  const at = instant(LAST_MS);
  await models.contacts.writeMany(
    Array.from({ length: 2 * CONTACTS }, (_, n) => ({
      key: uuidOf(1, n),
      position,
      document: {
        workspace,
        email: `person${n}@receiver.test`,
        firstName: "Ann",
        lastName: null,
        phone: null,
        subscribed: true,
        tags: [],
        customFields: null,
        createdAt: at,
        updatedAt: at,
        insertedAt: positionAt(n)
      }
    }))
  );
}
export {
  run
};
//# sourceMappingURL=analytics.js.map
