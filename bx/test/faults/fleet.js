// test/faults/fleet.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { runCli } from "../e2e/deployment.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { nodeArguments } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { ledgerReader } from "./ledgerReader.js";
import { proxiedEngines } from "./proxiedEngines.js";
var WORKER_ROLES = "projector,sender,dispatcher";
var START_MS = 12e4;
var LATER_BY_MS = 11 * 6e4;
var LATER = {
  program: nodeArguments("test/faults/laterService"),
  args: [String(LATER_BY_MS)]
};
var MAX_OUTPUT = 4e3;
async function startFleet() {
  const folder = temporaryFolder();
  const engines = await proxiedEngines(folder.path);
  const receiver = await httpsReceiver();
  const sink = await smtpSink();
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, receiver.ca);
  const env = {
    ...engines.env,
    POSTLEDGER_DATA: join(folder.path, "data"),
    POSTLEDGER_PACE_PER_SECOND: "100000",
    POSTLEDGER_PACE_PER_DAY: "100000000",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    POSTLEDGER_MASTER_KEY: "a1".repeat(32),
    POSTLEDGER_LOG_LEVEL: "warn",
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: caFile
  };
  const processes = [];
  const startWorker = async ({ roles = WORKER_ROLES, ...options } = {}) => {
    const started = await startServiceProcess({
      env: { ...env, POSTLEDGER_ROLES: roles },
      timeoutMs: START_MS,
      ...options
    });
    processes.push(started);
    return started;
  };
  let ledger = null;
  const close = async () => {
    for (const one of processes) one.resume();
    await Promise.all(processes.map((one) => one.kill()));
    await ledger?.close();
    await Promise.all([receiver.close(), sink.close(), engines.close()]);
    folder.remove();
  };
  try {
    const [api, first] = await Promise.all([
      startWorker({ roles: "api" }),
      startWorker({ roles: "projector" })
    ]);
    const key = api.firstKey ?? first.firstKey;
    assert.ok(key, "the first start prints a key");
    ledger = await ledgerReader(join(folder.path, "reader"), {
      EVENTSTORE_URL: engines.eventStore.directUrl,
      MONGODB_URL: engines.mongo.directUrl,
      REDIS_URL: engines.redis.directUrl
    });
    const secret = await createEndpoint(api.url, key, receiver.url);
    await first.stop();
    return {
      engines,
      api,
      key,
      secret,
      sink,
      receiver,
      ledger,
      startWorker,
      outputs: () => processes.map((one) => one.output().slice(-MAX_OUTPUT)).join("\n\n"),
      cli: (...args) => runCli(env, args),
      close
    };
  } catch (error) {
    await close();
    throw error;
  }
}
async function createEndpoint(url, key, receiverUrl) {
  for (let look = 0; ; look++) {
    const answer = await fetch(`${url}/v1/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "faults", url: receiverUrl, events: ["*"] })
    });
    if ((answer.status === 401 || answer.status === 503) && look < 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    assert.is(answer.status, 201, await answer.clone().text());
    return (await answer.json()).secret;
  }
}
export {
  LATER,
  LATER_BY_MS,
  startFleet
};
//# sourceMappingURL=fleet.js.map
