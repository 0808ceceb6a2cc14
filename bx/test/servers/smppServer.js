// test/servers/smppServer.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { programInPath } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { fileSkipped } from "../support/skipped.js";
import { freePort } from "./servers.js";
var BIN = join(ROOT, "test", "servers", "bin");
function whyMissing() {
  if (!existsSync(join(BIN, "classes", "SmppServerMain.class")))
    return "the SMPP server is not built (run test/servers/build.sh; it needs a JDK and Maven)";
  if (programInPath("java") === null) return "java is not installed (apt-get install default-jre-headless)";
  return null;
}
async function requiresSmppServer() {
  const reason = whyMissing();
  if (reason !== null && process.env.CI) throw new Error(reason);
  if (reason !== null) return fileSkipped(reason);
  const port = await freePort();
  const classPath = [join(BIN, "classes"), join(BIN, "jars", "*")].join(delimiter);
  const options = ["-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
  const child = spawn("java", [...options, "-cp", classPath, "SmppServerMain", `${port}`], {
    stdio: ["pipe", "pipe", "inherit"]
  });
  const ended = new Promise((resolve) => child.once("exit", () => resolve()));
  const lines = [];
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const told = JSON.parse(line);
      if (told.listening === true) resolve();
      else lines.push(told);
    });
    void ended.then(() => reject(new Error("the SMPP server ended")));
  });
  return {
    url: `smpp://tester:secret@127.0.0.1:${port}`,
    lines,
    deliver: (from, to, text) => child.stdin.write(`${from} ${to} ${text}
`),
    async stop() {
      child.stdin.end();
      child.kill("SIGKILL");
      await ended;
    }
  };
}
export {
  requiresSmppServer
};
//# sourceMappingURL=smppServer.js.map
