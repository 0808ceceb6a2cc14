// test/e2e/deployment.ts
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { requires, requiresMongo } from "../servers/requires.js";
import { databaseAt } from "../servers/runningMongo.js";
import { httpsReceiver } from "../support/httpsReceiver.js";
import { COMMAND_LINE, nodeArguments, ROOT } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var embedded = (env = {}) => deploy(async () => ({ env, close: async () => {
} }), ["all"]);
var enginesInTwoProcesses = () => deploy(startEngines, ["all"]);
var enginesInFourProcesses = () => deploy(startEngines, ["api", "api", "projector,sender,dispatcher", "projector,sender,dispatcher"]);
async function deploy(engines, roles) {
  const folder = temporaryFolder();
  const started = await engines(folder.path);
  const receiver = await httpsReceiver();
  const sink = await smtpSink();
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, receiver.ca);
  const env = {
    POSTLEDGER_DATA: join(folder.path, "data"),
    POSTLEDGER_PACE_PER_SECOND: "100000",
    POSTLEDGER_PACE_PER_DAY: "100000000",
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    POSTLEDGER_MASTER_KEY: "a1".repeat(32),
    POSTLEDGER_LOG_LEVEL: "error",
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: caFile,
    ...started.env
  };
  const processes = await Promise.all(
    roles.map((role) => startServiceProcess({ env: { ...env, POSTLEDGER_ROLES: role } }))
  );
  const key = processes.map(({ firstKey }) => firstKey).find((first) => first !== null);
  if (typeof key !== "string") throw new Error("no process printed the first key");
  return {
    urls: processes.flatMap(({ url }) => url === "" ? [] : [url]),
    workers: processes.filter(({ url }) => url === ""),
    key,
    receiver,
    sink,
    cli: (...args) => runCli(env, args),
    async close() {
      await Promise.all(processes.map((one) => one.stop()));
      await receiver.close();
      await sink.close();
      await started.close();
      folder.remove();
    }
  };
}
async function startEngines(folder) {
  const { redis } = await requires("redis");
  const mongo = await requiresMongo();
  const eventStore = await startEventStore(folder);
  return {
    env: {
      EVENTSTORE_URL: eventStore.url,
      // A server that runs already has databases of its own.
      MONGODB_URL: databaseAt(mongo.url, `e2e_${process.pid}`),
      REDIS_URL: redis.url,
      POSTLEDGER_PARTITIONS: "4"
    },
    async close() {
      await Promise.all([eventStore.close(), mongo.stop(), redis.stop()]);
    }
  };
}
async function startEventStore(folder) {
  const real = process.env.EVENTSTORE_TEST_URL;
  if (real !== void 0) return { url: real, close: async () => {
  } };
  const child = spawn(
    process.execPath,
    [...nodeArguments("test/double/main"), "--data", join(folder, "eventstore")],
    { stdio: ["ignore", "pipe", "inherit"] }
  );
  const ended = new Promise((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      const found = /listening (\d+)/.exec(chunk.toString())?.[1];
      if (found !== void 0) resolve(found);
    });
    ended.then(() => reject(new Error("the event store double ended")));
  });
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      child.kill("SIGKILL");
      await ended;
    }
  };
}
async function runCli(env, args) {
  const child = spawn(process.execPath, [...COMMAND_LINE, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`postledger ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}
export {
  embedded,
  enginesInFourProcesses,
  enginesInTwoProcesses,
  runCli
};
//# sourceMappingURL=deployment.js.map
