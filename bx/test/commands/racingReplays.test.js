// test/commands/racingReplays.test.ts
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedBlobs } from "../../src/adapters/embedded/blobs/blobs.js";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openEventStoreDb } from "../../src/adapters/eventstoredb/open.js";
import { acceptBatch } from "../../src/commands/email/acceptBatch.js";
import { acceptEmail } from "../../src/commands/email/acceptEmail.js";
import { acceptValid } from "../../src/commands/email/acceptValid.js";
import { BEGINNING } from "../../src/events/event.js";
import { mongoAt } from "../adapters/mongodb/openedMongo.js";
import { startDouble } from "../double/eventStoreServer.js";
import { databaseAt, runningMongo } from "../servers/runningMongo.js";
import { startMongo, whyMissing } from "../servers/servers.js";
import { manualClock } from "../support/manualClock.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { wallClock } from "../support/wallClock.js";
var test = suite("racing replays");
var PAIRS = 20;
var workspace = "11111111-1111-4111-8111-111111111111";
var origin = { workspace, actor: "key:x", correlation: workspace, causation: null };
var withAttachment = () => ({
  ...{ from: "a@b.co", to: ["x@y.co"], cc: [], bcc: [], replyTo: [], subject: "s", html: null, text: "t" },
  ...{ template: null, headers: {}, tags: [], scheduledFor: null, batchId: null },
  ...{ messageStream: "transactional", trackOpens: true, trackClicks: true },
  attachments: [{ filename: "a.bin", type: "text/plain", content: randomBytes(5e4), ...inlined }]
});
var inlined = { disposition: "attachment", contentId: null };
async function orphansAfterRaces(store, blobs) {
  const accepting = {
    ledger: { store, clock: manualClock(), ids: seededIds() },
    blobs,
    templates: { byId: async () => null, byFriendlyName: async () => null },
    isForeignSender: () => false,
    suppressedAmong: async () => /* @__PURE__ */ new Set(),
    sandboxDomain: "example.com",
    creditsPerRecipient: 1
  };
  const batch = (key) => ({ operation: "email-batch", idempotencyKey: key });
  const ways = [
    (n) => acceptEmail(
      accepting,
      origin,
      `22222222-2222-5222-8222-${String(n).padStart(12, "0")}`,
      withAttachment()
    ),
    (n) => acceptBatch(accepting, origin, {
      ...batch(`strict-${n}`),
      requests: [withAttachment(), withAttachment()]
    }),
    (n) => acceptValid(accepting, origin, {
      ...batch(`valid-${n}`),
      elements: [{ request: withAttachment(), refusedNow: [] }]
    })
  ];
  for (const way of ways) await Promise.all(Array.from({ length: PAIRS * 2 }, (_, n) => way(n >> 1)));
  const named = /* @__PURE__ */ new Set();
  const { events } = await store.readAll({ after: BEGINNING, limit: 1e3 });
  for (const [, hash] of JSON.stringify(events).matchAll(/"sha256":"([0-9a-f]{64})"/g)) named.add(hash ?? "");
  let orphans = 0;
  const isNeeded = (sha256) => named.has(sha256);
  for await (const { removed } of blobs.sweep({ isNeeded, putBeforeMs: Date.now() + 6e4, dryRun: true }))
    if (removed) orphans += 1;
  return [named.size, orphans];
}
test("embedded: the one who lost leaves nothing behind", async () => {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(join(folder.path, "log"), { log: quietLog });
  const blobs = openEmbeddedBlobs(join(folder.path, "blobs"));
  assert.equal(await orphansAfterRaces(store, blobs), [PAIRS * 4, 0]);
  await store.close();
  await blobs.close();
  folder.remove();
});
test("over engines: neither", async () => {
  const running = runningMongo();
  const reason = running === null ? whyMissing("mongo") : null;
  if (reason !== null) return skipped(reason);
  const server = running ?? await startMongo();
  const double = await startDouble();
  const store = openEventStoreDb(double.url, { clock: wallClock, log: quietLog });
  const mongo = mongoAt(databaseAt(server.url, `racing_${process.pid}`));
  assert.equal(await orphansAfterRaces(store, mongo.blobs), [PAIRS * 4, 0]);
  await store.close();
  await mongo.close();
  await double.stop();
  await server.stop();
});
test.run();
//# sourceMappingURL=racingReplays.test.js.map
