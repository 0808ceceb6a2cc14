// demo/postledger.ts
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
var BUILT_ENTRY = fileURLToPath(new URL("../dist/cli/postledger.js", import.meta.url));
function postledger(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUILT_ENTRY, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    });
    let printed = "";
    let faults = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk.toString();
    });
    child.stderr.on("data", (chunk) => {
      faults += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => code === 0 ? resolve(printed) : reject(new Error(faults || printed)));
  });
}
export {
  BUILT_ENTRY,
  postledger
};
//# sourceMappingURL=postledger.js.map
