// test/simulation/fast/world.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../e2e/eventually.js";
import { ledgerReader } from "../../faults/ledgerReader.js";
import { seededRandom } from "../../support/seededRandom.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
import { filesIn } from "./audit/rule.js";
import { fastClients } from "./clients.js";
import { fakeTime } from "./fakeTime.js";
import { openJournal } from "./journal.js";
import { fastMailServer } from "./mailServer.js";
import { fastReceiver } from "./receiver.js";
import { fastService } from "./service.js";
var STALL_MS = 100;
var LOOK_MS = 20;
async function fastWorld(seed, program) {
  const folder = temporaryFolder();
  const time = fakeTime(folder.path);
  const journal = openJournal(time.nowMs);
  const random = seededRandom(seed);
  const mailServer = await fastMailServer(journal);
  const receiver = await fastReceiver(journal, time, () => random() < 0.05);
  const ca = join(folder.path, "ca.pem");
  writeFileSync(ca, receiver.ca);
  const data = join(folder.path, "data");
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_PACE_PER_SECOND: "1000",
    POSTLEDGER_PACE_PER_DAY: "1000000",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    // Doctor asks for an address of https.
    POSTLEDGER_TRACKING_URL: "https://links.sender.test",
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: ca
  };
  const service = fastService({ time, journal, env, program });
  const clients = fastClients(service, journal, time);
  const watch = watchMachine(journal, time);
  const world = {
    ...{ seed, data, time, journal, mailServer, receiver, service, clients },
    quiet: null,
    async evidence() {
      const ledger = await ledgerReader(data);
      try {
        const events = [...await ledger.events()];
        const endMs = time.nowMs();
        return { journal, events, quiet: world.quiet, endMs, files: filesIn(data) };
      } finally {
        await ledger.close();
      }
    },
    async close() {
      clients.stop();
      clearInterval(watch);
      if (service.isUp()) await service.kill();
      await Promise.all([receiver.close(), mailServer.close()]);
      folder.remove();
    }
  };
  return world;
}
async function makeEndpoint({ service, receiver }) {
  const { status, body } = await call(service, "POST", "/v1/webhooks", {
    name: "life",
    url: receiver.url,
    events: ["*"]
  });
  if (status !== 201) throw new Error(`the endpoint was answered ${status}: ${JSON.stringify(body)}`);
  receiver.secret = String(body.secret);
}
async function call({ url, key }, method, path, body, headers = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  });
  return { status: response.status, body: await response.json() };
}
async function begin(world) {
  if (!await world.service.start()) throw new Error("the service did not start");
  await eventually("the endpoint is made", async () => {
    await makeEndpoint(world);
    return true;
  });
}
function watchMachine(journal, time) {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = now - last - LOOK_MS;
    last = now;
    if (lateMs > STALL_MS) journal.note("troubles", { what: "machine stalled", untilMs: time.nowMs() });
  }, LOOK_MS);
  timer.unref();
  return timer;
}
export {
  begin,
  call,
  fastWorld
};
//# sourceMappingURL=world.js.map
