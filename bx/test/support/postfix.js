// test/support/postfix.ts
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../e2e/eventually.js";
import { missingTool } from "./missingTool.js";
var SERVICES = [
  "pickup unix n - n 1 1 pickup",
  "cleanup unix n - n - 0 cleanup",
  "qmgr unix n - n 300 1 qmgr",
  "rewrite unix - - n - - trivial-rewrite",
  "bounce unix - - n - 0 bounce",
  "defer unix - - n - 0 bounce",
  "trace unix - - n - 0 bounce",
  "smtp unix - - n - - smtp",
  "error unix - - n - - error",
  "postlog unix-dgram n - n - 1 postlogd",
  "tlsmgr unix - - n 1000? 1 tlsmgr",
  "anvil unix - - n - 1 anvil",
  "scache unix - - n - 1 scache"
];
function missingPostfix() {
  const missing = missingTool("postfix");
  if (missing !== null) return missing;
  return process.getuid?.() === 0 ? null : "postfix starts as root alone (run as root)";
}
async function startPostfix(folder, relayPort, settings, services = []) {
  const at = (name) => join(folder, name);
  chmodSync(folder, 493);
  for (const name of ["etc", "spool", "data"]) mkdirSync(at(name));
  const all = {
    compatibility_level: "3.6",
    queue_directory: at("spool"),
    data_directory: at("data"),
    maillog_file: at("log"),
    maillog_file_prefixes: folder,
    inet_interfaces: "127.0.0.1",
    mydestination: "",
    myhostname: "client.test",
    relayhost: `[127.0.0.1]:${relayPort}`,
    smtputf8_enable: "no",
    ...settings
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(at("etc/main.cf"), `${lines.join("\n")}
`);
  writeFileSync(at("etc/master.cf"), `${[...SERVICES, ...services].join("\n")}
`);
  spawnSync("chown", ["postfix", at("data")]);
  const master = spawn("postfix", ["-c", at("etc"), "start-fg"], { stdio: "ignore" });
  const log = () => existsSync(at("log")) ? readFileSync(at("log"), "utf8") : "";
  const stop = () => void spawnSync("postfix", ["-c", at("etc"), "stop"]);
  try {
    await eventually("postfix runs", () => log().includes("daemon started"), 3e4);
  } catch (error) {
    stop();
    throw new Error(`${error}
${log()}`);
  }
  return { pid: master.pid ?? 0, settings: at("etc"), log, stop };
}
export {
  missingPostfix,
  startPostfix
};
//# sourceMappingURL=postfix.js.map
