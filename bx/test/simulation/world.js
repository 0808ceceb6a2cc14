// test/simulation/world.ts
import { readSettings } from "../../src/config.js";
import { chanceOf } from "./chance.js";
import { openJournal } from "./journal.js";
import { carrier } from "./outside/carrier.js";
import { clients } from "./outside/clients.js";
import { mailboxes } from "./outside/mailboxes.js";
import { mailServers } from "./outside/mailServers.js";
import { mailZones } from "./outside/mailZones.js";
import { names } from "./outside/names.js";
import { openAccounts } from "./outside/operator.js";
import { openAway } from "./outside/outside.js";
import { receivers } from "./outside/receivers.js";
import { BASE_URL, recipients } from "./outside/recipients.js";
import { reports } from "./outside/reports.js";
import { writing } from "./outside/writing.js";
import { deaths } from "./process/deaths.js";
import { simulatedProcess } from "./process/process.js";
import { ledgerPortsFor } from "./process/processPorts.js";
import { rebuilding } from "./process/rebuilding.js";
import { openStores } from "./stores/stores.js";
import { agenda } from "./time/agenda.js";
import { driver } from "./time/driver.js";
import { idleness } from "./time/idleness.js";
import { wallClocks } from "./time/wallClocks.js";
var DISRUPTIONS = /* @__PURE__ */ new Set(["processes", "rebuilds", "troubles"]);
var SAYS_NOTHING = /* @__PURE__ */ new Set(["logs", "writes", "timers", "gauges", "readiness"]);
var BY_THE_WAY = /* @__PURE__ */ new Set(["checkpoints"]);
async function worldOf(plan) {
  const time = agenda((kind) => {
    if (kind === "deed") idle.deed();
    else if (kind === "wait") idle.wake();
  });
  const drive = driver(time, () => idle.pass());
  const wall = wallClocks(time, plan.startsAtMs);
  const chance = (name) => chanceOf(plan.seed, name);
  const journal = openJournal(
    () => ({ atMs: time.nowMs(), dateMs: wall.outsideMs() }),
    (book) => {
      if (DISRUPTIONS.has(book)) idle.disruption();
      else if (!SAYS_NOTHING.has(book)) idle.deed();
    }
  );
  const awaited = deaths();
  const stores = openStores({ plan, agenda: time, wall, chance, journal, deaths: awaited });
  const leftOut = [];
  const onPassOver = (ms) => {
    leftOut.push({ fromMs: time.nowMs() - ms, toMs: time.nowMs() });
    stores.passOver(ms);
  };
  const idle = idleness({
    ...{ agenda: time, wall, dueAtMs: stores.dueAtMs, onPassOver },
    isAwake: () => own.areCalling || reported.areCalling || reading.areCalling || texting.areCalling || stores.troubles.anyNew()
  });
  stores.log.onAppend(idle.deed);
  stores.documents.onWrite((collection) => {
    if (!BY_THE_WAY.has(collection)) idle.deed();
  });
  const away = openAway(time, journal);
  const outside = {
    ...{ plan, agenda: time, driver: drive, wall, chance, journal, deaths: awaited, away },
    mailboxes: mailboxes()
  };
  const reported = reports(outside);
  const texting = carrier(outside);
  const zones = mailZones(outside);
  const watch = { fromMs: null };
  const rebuilds = rebuilding({ ...outside, seed: plan.seed, stores, watch });
  const portsFor = portsOver(outside, stores, watch, { reported, texting, zones });
  const processes = plan.processes.map(
    (one) => simulatedProcess({
      ...{ plan: one, settings: settingsOf(plan, one), agenda: time, driver: drive, journal, portsFor },
      leasesOf: stores.leases.heldBy
    })
  );
  const accounts = await openAccounts({ plan, stores, wall });
  const own = clients({ agenda: time, wall, chance: chance("clients"), journal, processes, accounts });
  const reading = recipients({ agenda: time, chance: chance("recipients"), journal, processes });
  return {
    ...{
      reports: reported,
      recipients: reading,
      carrier: texting,
      rebuilds,
      zones,
      copyOf: copiesOf(journal, outside)
    },
    ...{ plan, agenda: time, driver: drive, wall, journal, stores, processes, accounts, clients: own },
    ...{ deaths: awaited, away, idle, watch, leftOut }
  };
}
function copiesOf({ books }, { mailboxes: boxes }) {
  return ({ client, key, address }) => {
    const sent = books.clients.find(
      ({ call, status, ...line }) => line.client === client && line.key === key && call === "POST /v1/emails" && status === 202
    );
    return sent === void 0 ? null : boxes.copyOf(sent.answer.id, address);
  };
}
function portsOver(outside, stores, watch, {
  reported,
  texting,
  zones
}) {
  const mail = mailServers(outside, zones);
  const posts = receivers(outside);
  const dns = names(outside);
  const letters = writing(outside);
  return (life) => ({
    ...ledgerPortsFor(life, { ...outside, seed: outside.plan.seed, stores, watch }),
    ...mail.portsFor(life),
    ...posts.portsFor(life),
    ...dns.portsFor(life),
    ...letters.portsFor(life),
    ...texting.portsFor(life),
    ...reported.portsFor(life)
  });
}
function settingsOf({ over, partitions }, { roles }) {
  return readSettings({
    POSTLEDGER_ROLES: roles === "all" ? "all" : roles.join(","),
    POSTLEDGER_PARTITIONS: String(partitions),
    POSTLEDGER_BASE_URL: BASE_URL,
    POSTLEDGER_BOUNCE_DOMAIN: "reports.postledger.test",
    POSTLEDGER_BOUNCE_PORT: "2525",
    // Only whether it is set counts here: the stores behind the ports are the world's own.
    ...over === "engines" && { REDIS_URL: "redis://simulated" }
  });
}
export {
  worldOf
};
//# sourceMappingURL=world.js.map
