// test/faults/kill.test.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { httpsReceiver, isVerified } from "../support/httpsReceiver.js";
import { nodeArguments } from "../support/project.js";
import { seededRandom } from "../support/seededRandom.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { ledgerReader } from "./ledgerReader.js";
import { shopOrder } from "./orders.js";
import { startWorkload } from "./workload.js";
var test = suite("SIGKILL under load");
var STEPS = [
  "before-append:EmailAccepted",
  "after-append:EmailAccepted",
  "after-blob",
  "after-documents",
  "after-checkpoint",
  "before-append:SubmissionAttempted",
  "after-append:SubmissionAttempted",
  "after-mail",
  "before-append:Submitted",
  "after-append:Submitted",
  "after-append:Bounced",
  "before-append:WebhookDeliveryScheduled",
  "after-append:WebhookDeliveryScheduled",
  "after-post",
  "before-append:WebhookDelivered",
  "after-append:WebhookDelivered"
];
var LATER_MS = 2 * 36e5;
var LATER_ROUNDS = 12;
var RANDOM_KILLS = RUN_ALL ? 40 : STEPS.length;
var ENTRY = nodeArguments("test/faults/crashingService");
test(`${RANDOM_KILLS} random moments and ${STEPS.length} named steps: nothing lost, nothing charged twice (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const from = (least, below) => least + Math.floor(random() * (below - least));
  const folder = temporaryFolder();
  const receiver = await httpsReceiver();
  const sink = await smtpSink();
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, receiver.ca);
  const data = join(folder.path, "data");
  const env = {
    POSTLEDGER_DATA: data,
    POSTLEDGER_PACE_PER_SECOND: "100000",
    POSTLEDGER_PACE_PER_DAY: "100000000",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    POSTLEDGER_LOG_LEVEL: "error",
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: caFile
  };
  const start = (step = "never", nth = 1, laterMs = 0) => startServiceProcess({ env, program: ENTRY, args: [step, String(nth), String(laterMs)] });
  let service = await start();
  const key = service.firstKey;
  assert.ok(key, "the first start prints a key");
  const endpoint = await createEndpoint(service.url, key, receiver.url);
  const workload = startWorkload(() => ({ url: service.url, key }), shopOrder, 16);
  let kills = 0;
  const dieAt = async (step) => {
    const doomed = await start(step, from(1, 12)).catch((error) => {
      assert.match(String(error), "ended with null");
      return null;
    });
    kills++;
    if (doomed === null) return;
    service = doomed;
    const reached = await Promise.race([
      doomed.ended.then(() => true),
      sleep(12e4, false, { ref: false })
    ]);
    if (!reached) await doomed.kill();
    assert.ok(reached, `the step ${step} was reached`);
  };
  for (let n = 0; n < RANDOM_KILLS; n++) {
    await sleep(from(20, 700));
    await service.kill();
    kills++;
    const step = STEPS[n];
    if (step !== void 0) await dieAt(step);
    service = await start();
  }
  await workload.finish();
  const ledger = await ledgerReader(data);
  for (let round = 1; !await isSettled(ledger); round++) {
    assert.ok(
      round < LATER_ROUNDS,
      `still open: ${JSON.stringify(await ledger.open())}
${service.output()}`
    );
    await service.stop();
    service = await start("never", 1, round * LATER_MS);
  }
  const events = await ledger.events();
  await service.stop();
  await ledger.close();
  const accepted = events.filter(({ type }) => type === "EmailAccepted");
  const byId = new Map(accepted.map((event) => [event.stream.slice("email-".length), event]));
  assert.is(byId.size, accepted.length, "no message is accepted twice");
  assert.equal(workload.refused, [], "no well-formed send is refused");
  let lost = 0;
  for (const receipts of workload.acknowledged.values()) {
    assert.is(new Set(receipts).size, 1, "every answer to one key is the same, byte for byte");
    if (!byId.has(JSON.parse(receipts[0] ?? "").id)) lost++;
  }
  assert.is(lost, 0, "acknowledged messages lost");
  assert.is(byId.size, workload.acknowledged.size, "one message, and so one charge, a key");
  const verified = new Set(
    receiver.received.filter(
      (one) => Array.from({ length: LATER_ROUNDS }, (_, round) => round * LATER_MS).some(
        (laterMs) => isVerified(one, endpoint.secret, one.receivedAtMs + laterMs)
      )
    ).map(idOf)
  );
  const reported = events.filter((event) => ledger.isReported(event));
  assert.is(reported.filter(({ id }) => !verified.has(id)).length, 0, "webhook events lost");
  const live = accepted.flatMap(({ data: data2 }) => ledger.liveDeliveries(data2));
  const sunk = /* @__PURE__ */ new Map();
  for (const { messageId, recipient } of sink.received) {
    const copy = `${messageId} ${recipient}`;
    sunk.set(copy, (sunk.get(copy) ?? 0) + 1);
  }
  const arrived = new Set(sink.received.map(({ recipient }) => recipient.toLowerCase()));
  assert.is(
    live.filter((address) => !arrived.has(address.toLowerCase())).length,
    0,
    "live messages not sent"
  );
  assert.is(sunk.size, live.length, "a repetition has the same Message-ID");
  const claims = events.filter(({ type }) => type === "SubmissionAttempted").length;
  assert.ok(sink.received.length <= claims, "every transaction was claimed in the log before");
  console.log(
    `${kills} kills, ${byId.size} messages, ${live.length} sent live in ${sink.received.length} transactions (${sink.received.length - live.length} repeated after a kill), ${reported.length} events reported in ${receiver.received.length} webhooks; lost: 0 messages, 0 webhook events; charged twice: 0`
  );
  await sink.close();
  await receiver.close();
  folder.remove();
});
async function createEndpoint(url, key, receiverUrl) {
  const answer = await fetch(`${url}/v1/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "kill test", url: receiverUrl, events: ["*"] })
  });
  assert.is(answer.status, 201, await answer.clone().text());
  return await answer.json();
}
var LOOKS = 100;
async function isSettled(ledger) {
  for (let look = 1; look <= LOOKS; look++) {
    const open = await ledger.open();
    if (open.messages === 0 && open.webhooks === 0) return true;
    await sleep(100);
  }
  return false;
}
function idOf({ body }) {
  return JSON.parse(body).id;
}
test.run();
//# sourceMappingURL=kill.test.js.map
