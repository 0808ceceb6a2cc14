// bench/campaign.ts
import { setTimeout as sleep } from "node:timers/promises";
import { saveContact } from "../src/commands/email/saveContact.js";
import { openLedger } from "../src/commands/workspace/openLedger.js";
import { workspaceNamed } from "../src/commands/workspace/openWorkspace.js";
import { readSettings } from "../src/config.js";
import { BEGINNING } from "../src/events/event.js";
import { firstStart } from "../src/main/firstStart.js";
import { openPorts } from "../src/main/ports.js";
import { openReadModels, projectionsFor } from "../src/projections/readModels.js";
import { eventsAfter } from "../src/runtime/follow/eventsAfter.js";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { pinMyself, startService } from "./pinned.js";
import { processMemory, watchMemory } from "./processMemory.js";
import { line, rate, ratio } from "./report.js";
import { generateSends, postJson } from "./sends.js";
var IN_FLIGHT = 512;
var SINGLE_MS = 5e3;
var SERVER_CORE = 0;
var LOAD_CORE = 1;
var SINGLE = JSON.stringify({
  from: "news@sender.test",
  to: "person@receiver.test",
  subject: "News for Ann",
  text: "Dear Ann, there are news."
});
async function run(contacts = 2e4) {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
    const { key, contactIds } = await fill(ports, contacts);
    const server = await startService(SERVER_CORE, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: "1" }));
    await projected(ports, contactIds);
    const single = await generateSends(
      { url: server.url, key },
      { body: SINGLE, connections: 1, durationMs: SINGLE_MS, warmUpMs: 1e3 }
    );
    const before = processMemory(server.pid);
    const watch = watchMemory(server.pid, 100);
    await startCampaign(server, key, contactIds);
    const { perSecond, accepted } = await completed(ports);
    const own = watch.stop().map(({ ownMiB }) => ownMiB);
    line("single sends, one caller", rate(single.perSecond));
    line(
      `a campaign to ${accepted.toLocaleString("en")} contacts`,
      `${rate(perSecond)}, ratio ${ratio(perSecond / single.perSecond)}`
    );
    line(
      "own memory of the service: before it, at most meanwhile",
      `${before.ownMiB.toFixed(0)} MiB, ${Math.max(...own).toFixed(0)} MiB`
    );
    await server.stop();
    await ports.close();
  });
}
async function fill({ store, clock, ids, secrets }, count) {
  const ledger = { store, clock, ids };
  await openLedger(ledger, secrets);
  const first = await firstStart(ledger);
  const workspace = (await workspaceNamed(store, "default"))?.id ?? "";
  const origin = { workspace, actor: "operator", correlation: ids.uuid(), causation: null };
  const contactIds = new Array(count).fill("");
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const n = next++;
      const fields = { email: `person${n}@receiver.test`, firstName: "Ann", subscribed: true };
      contactIds[n] = (await saveContact(ledger, origin, fields)).contactId;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  return { key: first?.key ?? "", contactIds };
}
async function projected({ documents }, contactIds) {
  const models = await openReadModels(documents, projectionsFor(1));
  const last = contactIds.slice(-2 * IN_FLIGHT);
  while ((await models.contacts.getMany(last)).size < last.length) await sleep(100);
}
async function startCampaign({ url }, key, contactIds) {
  const post = async (path, body) => JSON.parse(await postJson({ url, key }, path, body)).id;
  const audience_id = await post("/v1/audiences", { name: "everyone", contact_ids: contactIds });
  const template_id = await post("/v1/templates", {
    friendly_name: "news",
    name: "News",
    subject: "News for {{ first_name }}",
    text: "Dear {{ first_name }}, there are news."
  });
  await post("/v1/campaigns", { name: "first", audience_id, template_id, from: "news@sender.test" });
}
async function completed({ store }) {
  const types = ["CampaignRunStarted", "CampaignRunCompleted"];
  for (; ; ) {
    const [started, ended] = await eventsAfter(store, { after: BEGINNING, limit: 2, types });
    if (started !== void 0 && ended !== void 0) {
      const ms = Date.parse(ended.metadata.at) - Date.parse(started.metadata.at);
      const { accepted } = ended.data;
      return { accepted, perSecond: accepted / (ms / 1e3) };
    }
    await sleep(500);
  }
}
export {
  run
};
//# sourceMappingURL=campaign.js.map
