// test/clients/run.ts
import { spawn } from "node:child_process";
function run(program, args, { input, cwd, env } = {}) {
  return new Promise((resolve) => {
    const stdin = input === void 0 ? "ignore" : "pipe";
    const child = spawn(program, args, {
      ...{ cwd, env: { ...process.env, ...env } },
      stdio: [stdin, "pipe", "pipe"]
    });
    let stdout = "";
    let output = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ code: null, stdout, output: error.message }));
    child.on("close", (code) => resolve({ code, stdout, output }));
    child.stdin?.on("error", () => {
    });
    child.stdin?.end(input);
  });
}
export {
  run
};
//# sourceMappingURL=run.js.map
