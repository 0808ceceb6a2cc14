// test/cli/cliProcess.ts
import { spawn } from "node:child_process";
import { COMMAND_LINE } from "../support/project.js";
function cliProcess(env, ...args) {
  return cliProcessUntil(null, env, ...args);
}
function cliProcessUntil(pattern, env, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...COMMAND_LINE, ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    });
    let stdout = "";
    let stderr = "";
    const endOnMatch = () => pattern?.test(stdout + stderr) && child.kill("SIGTERM");
    child.stdout.on("data", (chunk) => {
      stdout += chunk.toString();
      endOnMatch();
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk.toString();
      endOnMatch();
    });
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
export {
  cliProcess,
  cliProcessUntil
};
//# sourceMappingURL=cliProcess.js.map
