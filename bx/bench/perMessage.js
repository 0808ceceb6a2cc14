// bench/perMessage.ts
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { httpsReceiver } from "../test/support/httpsReceiver.js";
import { startServiceProcess } from "../test/support/serviceProcess.js";
import { line } from "./report.js";
import { slowRelay } from "./senders.js";
import { postJson, SEND } from "./sends.js";
var EVERY_MS = 20;
var SETTLED_MS = 12e3;
var LOOK_MS = 100;
var COUNTED = {
  appends: "postledger_eventstore_appends_total",
  "document writes": "postledger_mongodb_writes_total",
  "document reads": "postledger_mongodb_reads_total",
  "Redis calls": "postledger_redis_calls_total"
};
async function perMessage(env, partitions, messages) {
  const relay = await slowRelay();
  const receiver = await httpsReceiver();
  const caFile = `${env.POSTLEDGER_DATA}-ca-${partitions}.pem`;
  await writeFile(caFile, receiver.ca);
  const service = await startServiceProcess({
    env: {
      ...env,
      SMTP_URL: relay.url,
      POSTLEDGER_ROLES: "all",
      POSTLEDGER_PARTITIONS: String(partitions),
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      NODE_EXTRA_CA_CERTS: caFile
    }
  });
  try {
    const caller = { url: service.url, key: service.firstKey };
    await postJson(caller, "/v1/webhooks", {
      name: "bench",
      url: receiver.url,
      events: ["email.submitted", "submitted"]
    });
    await sleep(SETTLED_MS);
    const before = await figuresOf(service);
    const startedAt = performance.now();
    for (let sent = 0; sent < messages; sent++) {
      await postJson(caller, "/v1/emails", SEND, { "idempotency-key": `message-${sent}` });
      const dueAt = startedAt + (sent + 1) * EVERY_MS;
      await sleep(Math.max(0, dueAt - performance.now()));
    }
    while (relay.taken() < messages || receiver.received.length < messages) await sleep(LOOK_MS);
    await sleep(SETTLED_MS);
    const after = await figuresOf(service);
    line(`a message costs, ${partitions} partitions, ${1e3 / EVERY_MS}/s`, "");
    for (const [name, metric] of Object.entries(COUNTED)) report(name, metric, before, after, messages);
  } finally {
    await service.stop();
    await Promise.all([relay.close(), receiver.close()]);
  }
}
async function figuresOf({ url }) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.split("\n").filter((sample) => sample !== "" && !sample.startsWith("#"));
  return new Map(
    samples.map((sample) => {
      const end = sample.lastIndexOf(" ");
      return [sample.slice(0, end), Number(sample.slice(end + 1))];
    })
  );
}
function report(name, metric, before, after, messages) {
  const parts = [...after].filter(([sample]) => sample === metric || sample.startsWith(`${metric}{`)).map(([sample, value]) => ({
    of: /="([^"]*)"/.exec(sample)?.[1] ?? "",
    each: (value - (before.get(sample) ?? 0)) / messages
  })).filter(({ each }) => each >= 0.01).sort((one, other) => other.each - one.each);
  const sum = parts.reduce((all, { each }) => all + each, 0);
  const detail = parts.length < 2 ? "" : ` (${parts.map(({ of, each }) => `${of} ${each.toFixed(2)}`).join(", ")})`;
  line(`  ${name}`, `${sum.toFixed(2)}${detail}`);
}
export {
  perMessage
};
//# sourceMappingURL=perMessage.js.map
