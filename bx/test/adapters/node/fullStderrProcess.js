// test/adapters/node/fullStderrProcess.ts
import { closeSync, openSync } from "node:fs";
import { pinoLog } from "../../../src/adapters/node/pinoLog.js";
var [file = ""] = process.argv.slice(2);
var putStderrOn = (path) => {
  closeSync(2);
  openSync(path, "a");
};
putStderrOn("/dev/full");
var log = pinoLog("info", { role: "api", host: "a.example", pid: 7, version: "1.2.3" });
for (let n = 0; n < 3; n++) log.error({ n }, "lost");
putStderrOn(file);
log.info({}, "there is room again");
//# sourceMappingURL=fullStderrProcess.js.map
