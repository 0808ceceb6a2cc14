// test/servers/servers.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { programInPath } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
function whyMissing(...names) {
  if (names.includes("redis") && programInPath("redis-server") === null)
    return "redis-server is not installed (apt-get install redis-server)";
  if (names.includes("mongo") && !existsSync(join(MONGO_BIN, "stamp")))
    return "the MongoDB-protocol server is not built (run test/servers/build.sh; it needs a JDK and Maven)";
  if (names.includes("mongo") && programInPath("java") === null)
    return "java is not installed (apt-get install default-jre-headless)";
  return null;
}
var MONGO_BIN = join(ROOT, "test", "servers", "bin");
async function startRedis(...args) {
  const reason = whyMissing("redis");
  if (reason !== null) throw new Error(reason);
  return start("redis", (port, folder) => [
    "redis-server",
    ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder],
    ...["--appendonly", "yes", "--appendfsync", "everysec", "--save", ""],
    ...args
  ]);
}
async function startMongo({ heapMiB = 256 } = {}) {
  const reason = whyMissing("mongo");
  if (reason !== null) throw new Error(reason);
  return start("mongodb", (port, folder) => [
    "java",
    // Small and quick to start: several test files may each have one.
    ...[`-Xmx${heapMiB}m`, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"],
    ...["-cp", [join(MONGO_BIN, "classes"), join(MONGO_BIN, "jars", "*")].join(delimiter)],
    ...["MongoServerMain", `${port}`, folder]
  ]);
}
async function start(scheme, commandFor) {
  const folder = temporaryFolder();
  const port = await freePort();
  const [command = "", ...argumentList] = commandFor(port, folder.path);
  let child = null;
  const launch = async () => {
    const launched = spawn(command, argumentList, { stdio: ["ignore", "ignore", "inherit"] });
    child = launched;
    const end = () => launched.kill("SIGKILL");
    process.once("exit", end);
    launched.once("exit", () => process.removeListener("exit", end));
    await listening(launched, port);
  };
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
  };
  await launch();
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    kill,
    restart: async () => {
      await kill();
      await launch();
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    stop: async () => {
      await kill();
      folder.remove();
    }
  };
}
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
async function listening(child, port) {
  let failed = null;
  child.once("error", (error) => {
    failed = error;
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (failed !== null) throw failed;
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
    const answered = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).once("error", () => resolve(false));
    });
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no server listens on port ${port}`);
}
export {
  freePort,
  startMongo,
  startRedis,
  whyMissing
};
//# sourceMappingURL=servers.js.map
