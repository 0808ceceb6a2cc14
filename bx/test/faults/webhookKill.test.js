// test/faults/webhookKill.test.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { randomIds } from "../../src/adapters/node/randomIds.js";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { createWebhookEndpoint } from "../../src/commands/webhook/webhookEndpoints.js";
import { MAX_IN_FLIGHT } from "../../src/dispatcher/slots.js";
import { email } from "../../src/events/email.js";
import { BEGINNING } from "../../src/events/event.js";
import { eventually } from "../e2e/eventually.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { quietLog } from "../support/quietLog.js";
import { seededRandom } from "../support/seededRandom.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { wallClock } from "../support/wallClock.js";
var test = suite("webhooks under SIGKILL");
var KILLS = RUN_ALL ? 20 : 4;
var WEBHOOKS = RUN_ALL ? 4e3 : 600;
var WORKSPACES = 10;
var ANSWER_AFTER_MS = 100;
var AT_ONCE = 256;
var MASTER_KEY = "11".repeat(32);
async function written(data, url) {
  const store = await embeddedEventStore(data, { log: quietLog });
  const ledger = { store, clock: wallClock, ids: randomIds };
  const secrets = sealedSecrets(Buffer.from(MASTER_KEY, "hex"), randomIds);
  const origins = Array.from({ length: WORKSPACES }, () => ({
    workspace: randomIds.uuid(),
    ...{ actor: "operator", correlation: randomIds.uuid(), causation: null }
  }));
  for (const origin of origins)
    await createWebhookEndpoint(ledger, secrets, origin, { name: "x", url, events: ["*"] });
  for (let from = 0; from < WEBHOOKS; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, WEBHOOKS - from) }, async (_, n) => {
      const origin = origins[(from + n) % WORKSPACES];
      if (origin === void 0) return;
      const sent = { deliveryId: randomIds.uuid(), recipient: "ann@b.co", sandbox: false, response: null };
      const events = newEvents(ledger, origin, [{ type: "Delivered", data: sent }]);
      await store.append(email.stream(randomIds.uuid()), "no-stream", events);
    });
    await Promise.all(some);
  }
  await store.close();
}
async function recordedIds(data) {
  const store = await embeddedEventStore(data, { log: quietLog });
  const eventOf = /* @__PURE__ */ new Map();
  const ids = [];
  const types = ["WebhookDeliveryScheduled", "WebhookDelivered"];
  for (let after = BEGINNING, atEnd = false; !atEnd; ) {
    const batch = await store.readAll({ after, limit: 1e3, types });
    for (const { type, stream, data: told } of batch.events) {
      if (type === "WebhookDelivered") ids.push(eventOf.get(stream) ?? "");
      else eventOf.set(stream, told.eventId);
    }
    after = batch.position;
    atEnd = batch.caughtUp;
  }
  await store.close();
  return ids;
}
test(`killed ${KILLS} times with ${WEBHOOKS} pending: what was recorded is never posted again (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  const receiver = await httpsReceiver({ answer: () => ({ status: 200, afterMs: ANSWER_AFTER_MS }) });
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, receiver.ca);
  await written(data, receiver.url);
  const env = {
    ...{ POSTLEDGER_DATA: data, POSTLEDGER_MASTER_KEY: MASTER_KEY, NODE_EXTRA_CA_CERTS: caFile },
    ...{ POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8", POSTLEDGER_LOG_LEVEL: "error" },
    POSTLEDGER_ROLES: "projector,dispatcher"
  };
  let recorded = /* @__PURE__ */ new Set();
  let postedAgain = 0;
  const seen = /* @__PURE__ */ new Set();
  for (let kill = 0; kill <= KILLS; kill++) {
    const from = receiver.received.length;
    const service = await startServiceProcess({ env });
    if (kill < KILLS) {
      await eventually("the next post", () => receiver.received.length > from);
      await sleep(random() * 1.5 * ANSWER_AFTER_MS);
      await service.kill();
    } else {
      await eventually("all of them", async () => (await recordedIds(data)).length >= WEBHOOKS, 18e5);
      await service.stop();
    }
    const ids = receiver.received.slice(from).map(({ headers }) => String(headers["webhook-id"]));
    assert.equal(
      ids.filter((id) => recorded.has(id)),
      [],
      `after kill ${kill}`
    );
    const again = ids.filter((id) => seen.has(id)).length;
    assert.ok(again <= MAX_IN_FLIGHT, `${again} posted again after kill ${kill}`);
    assert.is(new Set(ids).size, ids.length, "twice by one process");
    postedAgain += again;
    for (const id of ids) seen.add(id);
    const all = await recordedIds(data);
    recorded = new Set(all);
    assert.is(all.length, recorded.size);
  }
  assert.is(seen.size, WEBHOOKS);
  console.log(
    `${KILLS} kills, ${WEBHOOKS} webhooks, ${postedAgain} posted again, all of them in flight at a kill`
  );
  await receiver.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=webhookKill.test.js.map
