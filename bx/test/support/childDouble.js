// test/support/childDouble.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { nodeArguments } from "./project.js";
async function childDouble(data) {
  let child;
  const start = async (port2) => {
    const options = ["--port", String(port2), "--data", data, "--not-ready-ms", "200"];
    const started = spawn(process.execPath, [...nodeArguments("test/double/main"), ...options], {
      stdio: ["ignore", "pipe", "inherit"]
    });
    child = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const [word, at] = line.split(" ");
      if (word === "listening") return Number(at);
    }
    throw new Error("the double did not start");
  };
  const port = await start(0);
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
    restart: async () => void await start(port)
  };
}
export {
  childDouble
};
//# sourceMappingURL=childDouble.js.map
